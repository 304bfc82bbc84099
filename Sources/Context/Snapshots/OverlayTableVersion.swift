import Columns
import Model
import Storage

/// A table of an overlay as it is for one snapshot, with the references that its records have there.
struct OverlayTableVersion: Sendable {
  let layout: EntityLayout
  /// The key of each slot.
  let keys: [RecordKey]
  /// One column for each field of the layout, a row for each slot.
  let fields: [Column]
  let references: [[RecordKey?]]
  let positions: [[Int64]]
  /// Which fields of changed records were set, slot by slot; of new ones all.
  let changedFields: [[Bool]]
  /// Which references of changed records were set, slot by slot; of new ones all.
  let changedReferences: [[Bool]]
  /// The slots of new records in identity order.
  let inserted: [Int]
  /// The reference of each slot; null for those that are free.
  let slotReferences: [Int64]
  /// The slot of every changed record by its reference below; nil within for one that goes.
  let below: [Int64: Int?]
  /// The references of ``below`` in rising order.
  let touched: [Int64]
  /// The slot of each new or changed record.
  let slots: [RecordKey: Int]
  /// References to the records below that go.
  let gone: [Int64]
  private let firstInserted: Int64

  /// - Parameter firstInserted: The reference of the first new record; greater than all below.
  init(_ table: OverlayTable, over snapshot: any StoreSnapshot, firstInserted: Int64) throws {
    layout = table.layout
    keys = table.keys
    fields = table.fields.map(\.column)
    references = table.references
    positions = table.positions
    changedFields = table.changedFields
    changedReferences = table.changedReferences
    slots = table.slots
    inserted = table.insertedSlots
    self.firstInserted = firstInserted
    var slotReferences = Array(repeating: Column.nullReference, count: table.keys.count)
    for (rank, slot) in inserted.enumerated() {
      slotReferences[slot] = firstInserted + Int64(rank)
    }
    let updated = table.states.indices.filter {
      if case .updated = table.states[$0] { true } else { false }
    }
    let gone = table.deleted.sortedByKey()
    let found = try snapshot.references(
      to: .list(updated.map { table.keys[$0] } + gone),
      of: table.layout.entity.name
    )
    var below: [Int64: Int?] = [:]
    below.reserveCapacity(found.count)
    for (place, reference) in found.enumerated() where reference != Column.nullReference {
      if place < updated.count {
        below[reference] = .some(updated[place])
        slotReferences[updated[place]] = reference
      } else {
        below[reference] = .some(nil)
      }
    }
    self.gone = found.dropFirst(updated.count).filter { $0 != Column.nullReference }
    self.slotReferences = slotReferences
    self.below = below
    touched = below.keys.sorted()
  }

  /// The slot of a new record.
  func insertedSlot(_ reference: Int64) -> Int? {
    guard reference >= firstInserted else { return nil }
    let rank = reference - firstInserted
    return rank < Int64(inserted.count) ? inserted[Int(rank)] : nil
  }

  /// Whether a record below goes.
  func isDeleted(_ reference: Int64) -> Bool {
    if case .some(nil) = below[reference] { true } else { false }
  }

  /// The slot of a new or changed record.
  func slot(_ reference: Int64) -> Int? {
    if let slot = below[reference] { return slot }
    return insertedSlot(reference)
  }

  /// Whether a record below goes, or has got a value of its own of the reference in `place`.
  func hasOwnReference(_ reference: Int64, in place: Int) -> Bool {
    guard let slot = below[reference] else { return false }
    return slot.map { changedReferences[place][$0] } ?? true
  }
}
