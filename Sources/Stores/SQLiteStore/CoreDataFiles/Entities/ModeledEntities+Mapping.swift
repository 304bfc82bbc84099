import CoreDataModels
import Model
import SQLGeneration
import TableModels

/// The mapping of the entities.
extension ModeledEntities {
  /// The tables of the inheritance trees, by root entity.
  func mapping(_ schema: Schema, _ attributes: [String: [MappedAttribute]]) -> PhysicalMapping {
    var mapping = PhysicalMapping()
    for (root, members) in Dictionary(grouping: placed.all, by: \.root) {
      guard let table = members.first?.table else { continue }
      var entity = EntityMapping(
        entity: names.entity(root),
        table: table.name,
        rowNumber: "Z_PK",
        key: .number(column: "Z_PK"),
        filter: RowFilter(column: "Z_ENT", values: members.map(\.number).sorted())
      )
      if members.count > 1 {
        let labels = members.map { ($0.number, names.entity($0.model.name)) }
        entity.fields[AttributePath([Schema.kindAttribute])] = ColumnMapping(
          "Z_ENT",
          .labels(Dictionary(keepingFirst: labels))
        )
      }
      for member in members {
        for attribute in attributes[member.model.name] ?? [] {
          add(attribute, of: member.model.name, schema, to: &entity)
        }
      }
      mapping.entities[entity.entity] = entity
    }
    for link in links.all { add(link, schema, to: &mapping) }
    return mapping
  }

  private func add(
    _ placed: MappedAttribute,
    of entity: String,
    _ schema: Schema,
    to mapping: inout EntityMapping
  ) {
    let name = schema.storedName(of: placed.attribute.name, in: names.entity(entity))
    for (path, column) in placed.columns {
      mapping.fields[AttributePath([name] + path)] = column
    }
  }

  private func add(_ link: RelationshipLink, _ schema: Schema, to mapping: inout PhysicalMapping) {
    let name = names.member(link.relationship.name, of: link.entity)
    add(link.place, name, of: link.entity, schema, to: &mapping)
    guard let inverse = link.anonymousInverse else { return }
    add(inverse, anonymousName(link), of: link.relationship.destination, schema, to: &mapping)
  }

  private func add(
    _ place: RelationshipLink.Place,
    _ name: String,
    of entity: String,
    _ schema: Schema,
    to mapping: inout PhysicalMapping
  ) {
    let entity = names.entity(entity)
    let root = schema.root(of: entity)
    let stored = schema.storedName(of: name, in: entity)
    switch place {
    case .toOne(let toOne): mapping.entities[root]?.toOnes[stored] = toOne
    case .toMany(let toMany): mapping.entities[root]?.toManys[stored] = toMany
    }
  }
}
