import Columns
public import Model
import Storage

/// What became of one record.
public struct RecordChange: Hashable, Sendable {
  /// What was done with it.
  public enum Action: String, Hashable, Sendable {
    case inserted
    case updated
    case deleted
  }

  /// A value that was set.
  public struct ValueChange: Hashable, Sendable {
    /// The property.
    public let property: AttributePath
    /// What stood there; nil for a new record.
    public let old: Value
    /// What stands there now; nil for a record that goes.
    public let new: Value
  }

  /// A record that came behind a relationship whose two ends hold many, or went from there.
  public struct LinkChange: Hashable, Sendable {
    /// The relationship.
    public let relationship: String
    /// The record at the other end.
    public let member: RecordID
    /// Whether it came.
    public let isAdded: Bool
  }

  /// The record.
  public let record: RecordID
  /// What was done with it.
  public let action: Action
  /// The values that differ, by the order of the model; of a new or deleted record those that are
  /// not nil. A to-one relationship is a value too.
  public let values: [ValueChange]
  /// The members of relationships that hold many at both ends, by the order of the changes; told of
  /// the record from which they were linked.
  public let links: [LinkChange]
}

/// Tells change sets record by record.
struct RecordChanges {
  let schema: StoredSchema
  /// Changes are told of so many records at most.
  let limit: Int

  /// What `forward` did; `inverse` takes it back, so it knows the old values.
  func changes(_ forward: ChangeSet, _ inverse: ChangeSet) throws -> [RecordChange] {
    var told: [RecordChange] = []
    var links = try linkChanges(forward, inverse)
    for rows in forward.inserted {
      told += try list(rows, .inserted, &links, limit - told.count) { _, new in (.null, new) }
    }
    for rows in inverse.inserted {
      told += try list(rows, .deleted, &links, limit - told.count) { old, _ in (old, .null) }
    }
    told += try updates(forward, inverse, links, limit - told.count)
    return told
  }

  /// What came and went behind relationships of each record; pairs that only changed places are left
  /// out.
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
    _ value: (Value, Value) -> (old: Value, new: Value)
  ) throws -> [RecordChange] {
    let layout = try schema.layout(rows.entity)
    return (0..<min(rows.count, max(0, limit))).map { row in
      let id = RecordID(entity: rows.entity, key: rows.keys[row])
      return RecordChange(
        record: id,
        action: action,
        values: layout.properties(of: rows).compactMap { path in
          let found = layout.value(path, rows, row)
          guard !found.isNull else { return nil }
          let (old, new) = value(found, found)
          return RecordChange.ValueChange(property: path, old: old, new: new)
        },
        links: links.take(id)
      )
    }
  }

  /// Rows of a record in several parts are put together; of a property that was set twice the last
  /// value counts.
  private func updates(
    _ forward: ChangeSet,
    _ inverse: ChangeSet,
    _ links: LinkChanges,
    _ limit: Int
  ) throws -> [RecordChange] {
    var order: [RecordID] = []
    var values: [RecordID: [RecordChange.ValueChange]] = [:]
    for (rows, former) in zip(forward.updated, inverse.updated) {
      let layout = try schema.layout(rows.entity)
      let properties = layout.properties(of: rows)
      for row in 0..<rows.count {
        let id = RecordID(entity: rows.entity, key: rows.keys[row])
        if values[id] == nil {
          guard order.count < limit else { break }
          order.append(id)
          values[id] = []
        }
        for path in properties {
          let change = RecordChange.ValueChange(
            property: path,
            old: layout.value(path, former, row),
            new: layout.value(path, rows, row)
          )
          values[id]?.removeAll { $0.property == path }
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

/// What came and went behind relationships, by the record that has them.
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

  /// The changes of a record, which is told of now.
  mutating func take(_ record: RecordID) -> [RecordChange.LinkChange] {
    byRecord.removeValue(forKey: record) ?? []
  }
}

extension EntityLayout {
  /// The properties that rows have, in the order of the model.
  fileprivate func properties(of rows: RecordRows) -> [AttributePath] {
    fields.map(\.path).filter { rows.columns[$0] != nil }
      + references.map { AttributePath([$0.relationship.name]) }.filter {
        rows.references[$0.components[0]] != nil
      }
  }

  /// The value of a property in a row.
  fileprivate func value(_ path: AttributePath, _ rows: RecordRows, _ row: Int) -> Value {
    if let column = rows.columns[path] { return column.value(at: row) }
    guard let name = path.components.first, let place = referencePlaces[name],
      let target = rows.references[name]?.targets[row]
    else { return .null }
    return .record(
      RecordID(entity: references[place].relationship.destination, key: target)
    )
  }
}
