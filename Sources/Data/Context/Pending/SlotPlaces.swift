import Columns
import Model
import Storage

/// Where an overlay's records stand among those of the snapshot below, by references that hold for
/// one version of it.
///
/// It is brought up to date for what was added since, so that a long transaction does not pay for all
/// of its records with each statement.
struct SlotPlaces: Sendable {
  /// The slot of each changed record by its reference below; nil within for one that goes.
  private(set) var touched: [Int64: Int?] = [:]
  /// The slots of new records that stand among those of below, as they were there once.
  private(set) var restored: [Int64: Int] = [:]
  /// How many records of below go.
  private(set) var deletedCount = 0
  private var version: StoreVersion?
  /// The reference of each changed or restored record by its slot; null for others.
  private var references: [Int64] = []
  /// Records that go and were not looked up yet.
  private var forgotten: [RecordKey] = []

  /// The reference of a slot's record; nil for a new one that stands behind all others.
  func reference(_ slot: Int) -> Int64? {
    guard references.indices.contains(slot), references[slot] != Column.nullReference else {
      return nil
    }
    return references[slot]
  }

  /// Notes that a record of below goes.
  mutating func forget(_ key: RecordKey) { forgotten.append(key) }

  /// Looks up what is new in `table` since the last time.
  mutating func update(_ table: OverlayTable, over below: any StoreSnapshot) throws {
    if version != below.version {
      self = SlotPlaces()
      forgotten = table.deleted.sortedByKey()
      version = below.version
    }
    let entity = table.layout.entity.name
    let gone = forgotten.filter(table.deleted.contains)
    forgotten = []
    touched.reserveCapacity(touched.count + gone.count)
    let goneReferences = try below.references(to: .list(gone), of: entity)
    for (row, reference) in goneReferences.enumerated() where reference != Column.nullReference {
      try table.look(at: row)
      if touched.updateValue(nil, forKey: reference) != .some(nil) { deletedCount += 1 }
    }
    let new = references.count..<table.keys.count
    references.append(contentsOf: repeatElement(Column.nullReference, count: new.count))
    let updated = new.filter { if case .updated = table.states[$0] { true } else { false } }
    let found = try below.references(to: .list(updated.map { table.keys[$0] }), of: entity)
    touched.reserveCapacity(touched.count + updated.count)
    for (slot, reference) in zip(updated, found) where reference != Column.nullReference {
      try table.look(at: slot)
      if touched.updateValue(slot, forKey: reference) == .some(nil) { deletedCount -= 1 }
      references[slot] = reference
    }
    let returning = new.filter { slot in
      guard case .inserted = table.states[slot] else { return false }
      return table.returning.contains(table.keys[slot])
    }
    try restore(returning) {
      try below.vacantReferences(to: .list($0.map { table.keys[$0] }), of: entity)
    }
  }

  private mutating func restore(_ slots: [Int], _ vacant: ([Int]) throws -> [Int64]) throws {
    if slots.isEmpty { return }
    for (slot, reference) in zip(slots, try vacant(slots)) where reference != Column.nullReference {
      restored[reference] = slot
      references[slot] = reference
    }
  }
}
