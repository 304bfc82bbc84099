import Columns
import Model
import Storage

/// The references of an overlay's records in one version of the snapshot below.
///
/// It is updated incrementally, so that a statement in a long transaction does not look up all
/// records again.
struct SlotReferences: Sendable {
  /// The slot of each changed record by its reference; nil for deleted ones.
  private(set) var touched: [Int64: Int?] = [:]
  /// The slots of restored records by the references they had before.
  private(set) var restored: [Int64: Int] = [:]
  /// The number of deleted records.
  private(set) var deletedCount = 0
  private var version: StoreVersion?
  /// The reference of each changed or restored record by slot; null for others.
  private var references: [Int64] = []
  /// Deleted records that are not looked up yet.
  private var forgotten: [RecordKey] = []

  /// The reference of a slot's record; nil for a new one after all others.
  func reference(_ slot: Int) -> Int64? {
    guard references.indices.contains(slot), references[slot] != Column.nullReference else {
      return nil
    }
    return references[slot]
  }

  /// Marks a record as deleted.
  mutating func forget(_ key: RecordKey) { forgotten.append(key) }

  /// Looks up the records that are new in `table` since the last update.
  mutating func update(_ table: OverlayTable, over below: any StoreSnapshot) throws {
    if version != below.version {
      self = SlotReferences()
      forgotten = table.deleted.sortedByKey()
      version = below.version
    }
    let entity = table.layout.entity.name
    let gone = forgotten.filter(table.deleted.contains)
    forgotten = []
    touched.reserveCapacity(touched.count + gone.count)
    let goneReferences = try below.references(to: .list(gone), of: entity)
    for (row, reference) in goneReferences.enumerated() where reference != Column.nullReference {
      try table.checkCancellation(at: row)
      if touched.updateValue(nil, forKey: reference) != .some(nil) { deletedCount += 1 }
    }
    let new = references.count..<table.keys.count
    references.append(contentsOf: repeatElement(Column.nullReference, count: new.count))
    let updated = new.filter { if case .updated = table.states[$0] { true } else { false } }
    let found = try below.references(to: .list(updated.map { table.keys[$0] }), of: entity)
    touched.reserveCapacity(touched.count + updated.count)
    for (slot, reference) in zip(updated, found) where reference != Column.nullReference {
      try table.checkCancellation(at: slot)
      if touched.updateValue(slot, forKey: reference) == .some(nil) { deletedCount -= 1 }
      references[slot] = reference
    }
    let returning = new.filter { slot in
      guard case .inserted = table.states[slot] else { return false }
      return table.returning.contains(table.keys[slot])
    }
    try restore(returning) {
      try below.unusedReferences(to: .list($0.map { table.keys[$0] }), of: entity)
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
