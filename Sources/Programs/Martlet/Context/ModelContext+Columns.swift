import Columns
package import Context
import Expressions
package import Model
import Storage

/// Values of many records of one model, column by column.
package struct RecordColumns {
  let entity: String
  let count: Int
  /// The values of each stored field.
  let fields: [AttributePath: [Value]]
  /// The targets of to-one relationships.
  let references: [String: [RecordID?]]

  package init(
    _ entity: String,
    count: Int,
    fields: [AttributePath: [Value]],
    references: [String: [RecordID?]]
  ) {
    self.entity = entity
    self.count = count
    self.fields = fields
    self.references = references
  }
}

extension ModelContext {
  /// Inserts records without building a statement.
  ///
  /// - Returns: The identities, or nil if the records must be inserted one by one: a unique key is
  ///   taken, or a value does not have the type of its column.
  package func insert(_ columns: RecordColumns) throws -> [RecordID]? {
    guard let entity = container.store.schema.entity(columns.entity),
      entity.parent == nil, entity.identity == .number,
      let rows = try rows(columns, entity, keys: .range(0..<Int64(columns.count))),
      try !hasTakenKey(rows, entity)
    else { return nil }
    var numbered = rows
    let keys = try container.store.writable().reserveKeys(columns.count, of: entity.name)
    numbered.keys = .range(keys)
    var changes = ChangeSet()
    changes.inserted = [numbered]
    try insert(changes, evaluation, title: "insert \(entity.name)")
    return keys.map { RecordID(entity: entity.name, key: .number($0)) }
  }

  /// Changes records without building a statement.
  ///
  /// - Returns: Whether that was possible.
  package func update(_ ids: [RecordID], _ columns: RecordColumns) throws -> Bool {
    guard let entity = container.store.schema.entity(columns.entity), entity.parent == nil,
      entity.identity == .number,
      let rows = try rows(columns, entity, keys: .list(ids.map(\.key)))
    else { return false }
    var changes = ChangeSet()
    changes.updated = [rows]
    try insert(changes, evaluation, title: "update \(entity.name)")
    return true
  }

  private func rows(
    _ columns: RecordColumns,
    _ entity: Entity,
    keys: RecordKeys
  ) throws -> RecordRows? {
    var rows = RecordRows(entity: entity.name, keys: keys)
    for field in entity.storedFields {
      guard let values = columns.fields[field.path] else { continue }
      guard let column = Column(values, of: field.type) else { return nil }
      rows.columns[field.path] = column
    }
    for (name, targets) in columns.references {
      guard let relationship = entity.relationship(name), !relationship.isToMany,
        let inverse = container.store.schema.entity(relationship.destination)?
          .relationship(relationship.inverse),
        !inverse.isOrdered
      else { return nil }
      rows.references[name] = RecordReferences(targets: targets.map { $0?.key })
    }
    return rows
  }

  /// Whether a record or an earlier row has one of the unique keys.
  private func hasTakenKey(_ rows: RecordRows, _ entity: Entity) throws -> Bool {
    for names in entity.identifyingKeys {
      let (key, folding) = (names.map { AttributePath([$0]) }, entity.folding(of: names))
      let columns = key.compactMap { rows.columns[$0] }
      guard columns.count == key.count else { return true }
      var known: Set<[Value]> = []
      for row in 0..<rows.count {
        let written = columns.map { $0.value(at: row) }
        let values = folding?.folded(written) ?? written
        if !values.contains(where: \.isNull), !known.insert(values).inserted { return true }
      }
      if try holders(of: columns, key, entity.name).contains(where: { $0 != nil }) { return true }
    }
    return false
  }
}
