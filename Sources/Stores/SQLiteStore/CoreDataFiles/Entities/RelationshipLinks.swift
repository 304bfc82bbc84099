import CoreDataModels
import SQLGeneration
import TableModels

/// One end of a relationship, with its location in the file.
struct RelationshipLink {
  /// The location of one end.
  enum Place {
    case toOne(ToOneMapping)
    case toMany(ToManyMapping)
  }

  /// The name of its entity in the model.
  let entity: String
  let relationship: ModelRelationship
  /// Its location.
  let place: Place
  /// The location of the other end, if the model does not declare it.
  let anonymousInverse: Place?
}

/// Finds the locations of a model's relationships. A relationship without columns in the file is
/// omitted, as is its inverse.
struct RelationshipLinks {
  /// The relationships in the order of their entities.
  private(set) var all: [RelationshipLink] = []
  /// The indices in `all` of each entity's relationships.
  private var ofEntity: [String: [Int]] = [:]
  /// The indices in `all` of relationships without an inverse, by destination.
  private var referencing: [String: [Int]] = [:]
  /// What is omitted.
  private(set) var notes: [String] = []

  private let model: ManagedObjectModel
  private let placed: MappedEntities
  private let joins: JoinTableSearch

  init(_ model: ManagedObjectModel, _ placed: MappedEntities, _ catalogue: StoreCatalogue) {
    self.model = model
    self.placed = placed
    joins = JoinTableSearch(catalogue)
    for entity in placed.all {
      for relationship in entity.model.relationships where !relationship.isTransient {
        if let link = link(relationship, of: entity) {
          add(link)
        } else {
          notes.append(
            "the relationship `\(entity.model.name).\(relationship.name)` is omitted: "
              + "the file does not store it"
          )
        }
      }
    }
  }

  private mutating func add(_ link: RelationshipLink) {
    ofEntity[link.entity, default: []].append(all.count)
    if link.anonymousInverse != nil {
      referencing[link.relationship.destination, default: []].append(all.count)
    }
    all.append(link)
  }

  /// The relationships of an entity.
  func links(of entity: String) -> [RelationshipLink] {
    ofEntity[entity, default: []].map { all[$0] }
  }

  /// The relationships without an inverse that reference an entity.
  func links(to entity: String) -> [RelationshipLink] {
    referencing[entity, default: []].map { all[$0] }
  }

  /// Both ends of a relationship with a declared inverse.
  private struct Ends {
    let entity: MappedEntity
    let relationship: ModelRelationship
    let destination: MappedEntity
    let inverse: ModelRelationship

    var turned: Ends {
      Ends(
        entity: destination,
        relationship: inverse,
        destination: entity,
        inverse: relationship
      )
    }
  }

  private func link(
    _ relationship: ModelRelationship,
    of entity: MappedEntity
  ) -> RelationshipLink? {
    guard let destination = placed[relationship.destination] else { return nil }
    guard let ends = ends(relationship, of: entity, destination) else {
      return linkWithoutInverse(relationship, of: entity, destination)
    }
    guard let place = place(ends), self.place(ends.turned) != nil else { return nil }
    return RelationshipLink(
      entity: entity.model.name,
      relationship: relationship,
      place: place,
      anonymousInverse: nil
    )
  }

  /// The two ends, if each is declared as the inverse of the other.
  private func ends(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    _ destination: MappedEntity
  ) -> Ends? {
    guard let name = relationship.inverse else { return nil }
    for owner in model.lineage(of: destination.model.name) {
      guard let owner = placed[owner], let inverse = owner.model.relationship(name) else {
        continue
      }
      guard inverse.inverse == relationship.name, inverse.destination == entity.model.name,
        relationship.destination == owner.model.name, !inverse.isTransient
      else { return nil }
      return Ends(
        entity: entity,
        relationship: relationship,
        destination: owner,
        inverse: inverse
      )
    }
    return nil
  }

  private func place(_ ends: Ends) -> RelationshipLink.Place? {
    switch (ends.relationship.isToMany, ends.inverse.isToMany) {
    case (false, let isToMany):
      if let column = ends.entity.column([ends.relationship.name]) {
        return .toOne(toOne(column, ends.entity, isOrdered: isToMany && ends.inverse.isOrdered))
      }
      // A one-to-one relationship needs only one column.
      return !isToMany && ends.destination.column([ends.inverse.name]) != nil
        ? .toOne(ToOneMapping(columns: [])) : nil
    case (true, false):
      return ends.destination.column([ends.inverse.name]) == nil ? nil : .toMany(.inverse)
    case (true, true):
      return joins.table(
        ends.relationship,
        of: ends.entity,
        to: ends.destination,
        inverse: ends.inverse
      ).map { .toMany(.joinTable($0)) }
    }
  }

  private func toOne(_ column: String, _ entity: MappedEntity, isOrdered: Bool) -> ToOneMapping {
    let position = "Z_FOK_" + column.dropFirst()
    return ToOneMapping(
      columns: [column],
      position: isOrdered && entity.table.has(position) ? position : nil,
      // The file does not enforce keys.
      mayDangle: true,
      holdsNumbers: entity.table.holdsNumbers(column)
    )
  }

  // MARK: Without inverse

  private func linkWithoutInverse(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    _ destination: MappedEntity
  ) -> RelationshipLink? {
    let places: (RelationshipLink.Place, RelationshipLink.Place)
    if relationship.isToMany {
      guard let column = ownerColumn(relationship, of: entity, destination) else { return nil }
      places = (
        .toMany(.inverse),
        .toOne(toOne(column, destination, isOrdered: relationship.isOrdered))
      )
    } else {
      guard let column = entity.column([relationship.name]) else { return nil }
      places = (.toOne(toOne(column, entity, isOrdered: false)), .toMany(.inverse))
    }
    return RelationshipLink(
      entity: entity.model.name,
      relationship: relationship,
      place: places.0,
      anonymousInverse: places.1
    )
  }

  /// The column in the destination's table with the owner of a to-many relationship: `Z<owner's
  /// number><NAME>`, possibly with a digit appended.
  private func ownerColumn(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    _ destination: MappedEntity
  ) -> String? {
    let name = "Z\(entity.number)\(relationship.name.uppercased())"
    return ([name] + (1...9).map { "\(name)\($0)" }).first(where: destination.table.has)
  }
}
