import Columns
import Model
import Storage

/// Converts change sets to changes of single records.
struct RecordChanges {
  let schema: StoredSchema
  /// The maximum number of records.
  let limit: Int
  /// Whether changes include positions in ordered relationships.
  var keepsPositions = false

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
    if keepsPositions { try addPositions(to: &changes, forward, inverse) }
    for pair in inverse.unlinked { changes.add(pair, try member(of: pair), isAdded: true) }
    return changes
  }

  /// Adds the previous positions of removed and moved members.
  private func addPositions(
    to changes: inout LinkChanges,
    _ forward: ChangeSet,
    _ inverse: ChangeSet
  ) throws {
    let new = Dictionary(forward.linked.map { ($0.pair, $0) }, uniquingKeysWith: { $1 })
    for linkage in inverse.linked where linkage != new[linkage.pair] {
      let end = RelationshipEnd(
        entity: linkage.pair.entity,
        name: linkage.pair.relationship
      )
      guard
        try schema.relationship(end).isOrdered
          || schema.relationship(schema.inverse(of: end)).isOrdered
      else { continue }
      changes.addPosition(of: linkage, member: try member(of: linkage.pair))
    }
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
    let layout = try schema.layout(rows.entity)
    let columns = layout.columns(of: rows)
    return (0..<min(rows.count, max(0, limit))).map { row in
      let id = RecordID(entity: rows.entity, key: rows.keys[row])
      let members = links.take(id)
      return RecordChange(
        record: id,
        action: action,
        values: columns.compactMap { column in
          let found = column.values[row]
          guard !found.isNull else { return nil }
          let (old, new) = change(found)
          return RecordChange.ValueChange(property: column.path, old: old, new: new)
        },
        links: members.links,
        positions: (action == .deleted ? positions(layout, rows, nil, row) : [])
          + members.positions
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
      let layout = try schema.layout(rows.entity)
      let columns = try self.columns(of: rows, previous)
      for row in 0..<min(rows.count, left) {
        let changed = Self.values(columns, row).filter { $0.old != $0.new }
        let positions = positions(layout, previous, rows, row)
        if changed.isEmpty, positions.isEmpty { continue }
        reported.append(
          RecordChange(
            record: RecordID(entity: rows.entity, key: rows.keys[row]),
            action: .updated,
            values: changed,
            links: [],
            positions: positions
          )
        )
      }
      left -= min(rows.count, left)
    }
    return reported
  }

  /// The positions of a record in ordered relationships before and after a change; `new` is nil for
  /// a deleted record.
  private func positions(
    _ layout: EntityLayout,
    _ old: RecordRows,
    _ new: RecordRows?,
    _ row: Int
  ) -> [RecordChange.ValueChange] {
    guard keepsPositions else { return [] }
    func position(_ references: RecordReferences?) -> Value {
      guard let references, references.targets[row] != nil, let positions = references.positions
      else { return .null }
      return .int(positions[row])
    }
    return layout.references.compactMap { reference in
      let name = reference.relationship.name
      guard reference.hasPositions, let before = old.references[name] else { return nil }
      let change = RecordChange.ValueChange(
        property: AttributePath([name]),
        old: position(before),
        new: position(new?.references[name])
      )
      return change.old == change.new ? nil : change
    }
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
    var places: [RecordID: [RecordChange.ValueChange]] = [:]
    for (rows, previous) in zip(forward.updated, inverse.updated) {
      let layout = try schema.layout(rows.entity)
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
        for change in positions(layout, previous, rows, row) {
          places[id, default: []].removeAll { $0.property == change.property }
          places[id, default: []].append(change)
        }
      }
    }
    for id in links.order where values[id] == nil && links.byRecord[id] != nil {
      guard order.count < limit else { break }
      order.append(id)
      values[id] = []
    }
    return order.compactMap { id in
      let members = links.byRecord[id] ?? LinkChanges.Members()
      let changed = (values[id] ?? []).filter { $0.old != $0.new }
      let positions = (places[id] ?? []) + members.positions
      guard !changed.isEmpty || !members.links.isEmpty || !positions.isEmpty else { return nil }
      return RecordChange(
        record: id,
        action: .updated,
        values: changed,
        links: members.links,
        positions: positions
      )
    }
  }
}

/// Added and removed members, by record.
private struct LinkChanges {
  struct Members {
    var links: [RecordChange.LinkChange] = []
    var positions: [RecordChange.ValueChange] = []
  }

  private(set) var order: [RecordID] = []
  private(set) var byRecord: [RecordID: Members] = [:]

  mutating func add(_ pair: RecordPair, _ member: RecordID, isAdded: Bool) {
    byRecord[register(pair), default: Members()].links.append(
      RecordChange.LinkChange(relationship: pair.relationship, member: member, isAdded: isAdded)
    )
  }

  /// Adds the positions that a pair had before.
  mutating func addPosition(of linkage: RecordLinkage, member: RecordID) {
    byRecord[register(linkage.pair), default: Members()].positions.append(
      RecordChange.ValueChange(
        property: AttributePath([linkage.pair.relationship]),
        old: .list([.record(member), .int(linkage.position), .int(linkage.inversePosition)]),
        new: .null
      )
    )
  }

  private mutating func register(_ pair: RecordPair) -> RecordID {
    let owner = RecordID(entity: pair.entity, key: pair.owner)
    if byRecord[owner] == nil { order.append(owner) }
    return owner
  }

  /// Removes and returns the changes of a record.
  mutating func take(_ record: RecordID) -> Members {
    byRecord.removeValue(forKey: record) ?? Members()
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
