import Columns
import Model
import Storage

/// Converts change sets to changes of single records.
struct RecordChanges {
  let schema: StoredSchema
  /// The maximum number of records.
  let limit: Int

  /// The changes of `forward`. `inverse` reverts them and so contains the old values.
  func changes(_ forward: ChangeSet, _ inverse: ChangeSet) throws -> [RecordChange] {
    var reported: [RecordChange] = []
    var links = try linkChanges(forward, inverse)
    for rows in forward.inserted {
      reported += try list(rows, .inserted, &links, limit - reported.count) { (.null, $0) }
    }
    for rows in inverse.inserted {
      reported += try list(rows, .deleted, &links, limit - reported.count) { ($0, .null) }
    }
    reported += try updates(forward, inverse, links, limit - reported.count)
    return reported
  }

  /// Added and removed members of each record; ignores pairs that only change positions.
  private func linkChanges(_ forward: ChangeSet, _ inverse: ChangeSet) throws -> LinkChanges {
    var changes = LinkChanges()
    let kept = Set(forward.linked.map(\.pair))
    for pair in inverse.linked.map(\.pair) where !kept.contains(pair) {
      changes.add(pair, try member(of: pair), isAdded: false)
    }
    for pair in inverse.unlinked { changes.add(pair, try member(of: pair), isAdded: true) }
    return changes
  }

  private func member(of pair: RecordPair) throws -> RecordID {
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    return RecordID(entity: try schema.relationship(end).destination, key: pair.member)
  }

  private func list(
    _ rows: RecordRows,
    _ action: RecordChange.Action,
    _ links: inout LinkChanges,
    _ limit: Int,
    _ change: (Value) -> (old: Value, new: Value)
  ) throws -> [RecordChange] {
    let columns = try schema.layout(rows.entity).columns(of: rows)
    return (0..<min(rows.count, max(0, limit))).map { row in
      let id = RecordID(entity: rows.entity, key: rows.keys[row])
      return RecordChange(
        record: id,
        action: action,
        values: columns.compactMap { column in
          let found = column.values[row]
          guard !found.isNull else { return nil }
          let (old, new) = change(found)
          return RecordChange.ValueChange(property: column.path, old: old, new: new)
        },
        links: links.take(id)
      )
    }
  }

  private func updates(
    _ forward: ChangeSet,
    _ inverse: ChangeSet,
    _ links: LinkChanges,
    _ limit: Int
  ) throws -> [RecordChange] {
    let isInOnePart = Set(forward.updated.map(\.entity)).count == forward.updated.count
    guard isInOnePart, links.byRecord.isEmpty else {
      return try mergedUpdates(forward, inverse, links, limit)
    }
    var left = max(0, limit)
    var reported: [RecordChange] = []
    for (rows, previous) in zip(forward.updated, inverse.updated) {
      let columns = try self.columns(of: rows, previous)
      for row in 0..<min(rows.count, left) {
        let changed = Self.values(columns, row).filter { $0.old != $0.new }
        if changed.isEmpty { continue }
        let id = RecordID(entity: rows.entity, key: rows.keys[row])
        reported.append(RecordChange(record: id, action: .updated, values: changed, links: []))
      }
      left -= min(rows.count, left)
    }
    return reported
  }

  private typealias ChangedColumn = (path: AttributePath, old: PropertyColumn?, new: PropertyColumn)

  private func columns(of rows: RecordRows, _ previous: RecordRows) throws -> [ChangedColumn] {
    let layout = try schema.layout(rows.entity)
    return layout.columns(of: rows).map {
      ($0.path, layout.column(of: $0.path, previous), $0.values)
    }
  }

  private static func values(_ columns: [ChangedColumn], _ row: Int) -> [RecordChange.ValueChange] {
    columns.map {
      RecordChange.ValueChange(property: $0.path, old: $0.old?[row] ?? .null, new: $0.new[row])
    }
  }

  /// Merges rows of the same record in several parts. The last value of each property counts.
  private func mergedUpdates(
    _ forward: ChangeSet,
    _ inverse: ChangeSet,
    _ links: LinkChanges,
    _ limit: Int
  ) throws -> [RecordChange] {
    var order: [RecordID] = []
    var values: [RecordID: [RecordChange.ValueChange]] = [:]
    for (rows, previous) in zip(forward.updated, inverse.updated) {
      let columns = try self.columns(of: rows, previous)
      for row in 0..<rows.count {
        let id = RecordID(entity: rows.entity, key: rows.keys[row])
        if values[id] == nil {
          guard order.count < limit else { break }
          order.append(id)
          values[id] = []
        }
        for change in Self.values(columns, row) {
          values[id]?.removeAll { $0.property == change.property }
          values[id]?.append(change)
        }
      }
    }
    for id in links.order where values[id] == nil && links.byRecord[id] != nil {
      guard order.count < limit else { break }
      order.append(id)
      values[id] = []
    }
    return order.compactMap { id in
      let members = links.byRecord[id] ?? []
      let changed = (values[id] ?? []).filter { $0.old != $0.new }
      guard !changed.isEmpty || !members.isEmpty else { return nil }
      return RecordChange(record: id, action: .updated, values: changed, links: members)
    }
  }
}

/// Added and removed members, by record.
private struct LinkChanges {
  private(set) var order: [RecordID] = []
  private(set) var byRecord: [RecordID: [RecordChange.LinkChange]] = [:]

  mutating func add(_ pair: RecordPair, _ member: RecordID, isAdded: Bool) {
    let owner = RecordID(entity: pair.entity, key: pair.owner)
    if byRecord[owner] == nil { order.append(owner) }
    byRecord[owner, default: []].append(
      RecordChange.LinkChange(relationship: pair.relationship, member: member, isAdded: isAdded)
    )
  }

  /// Removes and returns the changes of a record.
  mutating func take(_ record: RecordID) -> [RecordChange.LinkChange] {
    byRecord.removeValue(forKey: record) ?? []
  }
}

/// The values of one property.
private enum PropertyColumn {
  case field(Column)
  case reference([RecordKey?], ReferenceLayout)

  subscript(row: Int) -> Value {
    switch self {
    case .field(let column): column.value(at: row)
    case .reference(let targets, let layout): layout.value(targets[row])
    }
  }
}

extension EntityLayout {
  /// The columns of rows in the order of the model.
  fileprivate func columns(
    of rows: RecordRows
  ) -> [(path: AttributePath, values: PropertyColumn)] {
    let paths = fields.map(\.path) + references.map { AttributePath([$0.relationship.name]) }
    return paths.compactMap { path in column(of: path, rows).map { (path, $0) } }
  }

  fileprivate func column(of path: AttributePath, _ rows: RecordRows) -> PropertyColumn? {
    if let column = rows.columns[path] { return .field(column) }
    guard let name = path.components.first, let place = referencePlaces[name],
      let given = rows.references[name]
    else { return nil }
    return .reference(given.targets, references[place])
  }
}
