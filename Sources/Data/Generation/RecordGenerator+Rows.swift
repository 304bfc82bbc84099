import Columns
import Context
import Model
import Storage

extension RecordGenerator {
  /// The drafts as rows.
  mutating func records() throws -> ChangeSet {
    try settleIdentities()
    let roots = Dictionary(grouping: drafts, by: { schema.root(of: $0.kind) })
    var result = ChangeSet()
    result.linked = links
    for (relationship, targets) in partners.sorted(by: { $0.key.name < $1.key.name }) {
      let keys = targets.keys.sorted { "\($0)" < "\($1)" }
      var rows = RecordRows(entity: relationship.entity, keys: .list(keys))
      rows.references[relationship.name] = RecordReferences(targets: keys.map { targets[$0] })
      result.updated.append(rows)
    }
    for entity in schema.storedEntities {
      guard let drafts = roots[entity.name] else { continue }
      result.inserted.append(try rows(drafts.sorted { $0.number < $1.number }, entity))
    }
    return identified(result)
  }

  private func rows(_ drafts: [Draft], _ entity: Entity) throws -> RecordRows {
    let numbers = drafts.map { RecordKey.number($0.number) }
    var rows = RecordRows(entity: entity.name, keys: .list(numbers))
    let kind = AttributePath([Schema.kindAttribute])
    for field in entity.storedFields {
      guard let empty = Column.empty(of: field.type) else { continue }
      let builder = makeColumnBuilder(continuing: empty)
      let slots = recipes.compactMapValues { $0.slots[field.path] }
      // Records of one model are mostly consecutive.
      var known: (kind: String, slot: Int?) = ("", nil)
      for (place, draft) in drafts.enumerated() {
        if place & 0xFFF == 0 { try cancellation.check() }
        if draft.kind != known.kind { known = (draft.kind, slots[draft.kind]) }
        let value: Value =
          field.path == kind
          ? (draft.kind == entity.name ? .null : .string(draft.kind))
          : known.slot.map { draft.values[$0] } ?? .null
        guard builder.append(value) else {
          throw StoreError.typeMismatch(entity: entity.name, property: "\(field.path)")
        }
      }
      rows.columns[field.path] = builder.column
    }
    for relationship in entity.relationships where !relationship.isToMany {
      let targets = drafts.map { $0.targets[relationship.name] }
      let inverse = schema.storedEntities.first { $0.name == relationship.destination }?
        .relationship(relationship.inverse)
      let isOrdered = inverse.map { $0.isToMany && $0.isOrdered } ?? false
      rows.references[relationship.name] = RecordReferences(
        targets: targets,
        positions: isOrdered ? Array(try store.writable().reservePositions(drafts.count)) : nil
      )
    }
    return rows
  }
}
