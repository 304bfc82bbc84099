import Columns
import Model
import Storage
import Synchronization

/// A table of an overlay as it is for one snapshot, with the references that its records have there.
///
/// Changed records have those that they have below. New ones stand behind all others, unless they
/// were deleted before and left a vacant place.
final class OverlayTableVersion: Sendable {
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
  /// The slots that lead to each record, by the references that were set.
  let arrivals: [[RecordKey: Set<Int>]]
  /// The slot of each new or changed record.
  let slots: [RecordKey: Int]
  private let inserted: InsertedSlots
  private let uniqueSlots: [UniqueSlots]?
  private let states: [OverlayTable.Slot]
  private let places: SlotPlaces
  private let firstInserted: Int64
  private let sorted = Mutex<[Int64]?>(nil)

  /// - Parameters:
  ///   - table: Has been located over the snapshot below.
  ///   - firstInserted: The reference of the first new record; greater than all below.
  init(_ table: OverlayTable, firstInserted: Int64) {
    layout = table.layout
    keys = table.keys
    fields = table.fields.map(\.column)
    references = table.references
    positions = table.positions
    changedFields = table.changedFields
    changedReferences = table.changedReferences
    arrivals = table.arrivals
    slots = table.slots
    inserted = table.inserted
    uniqueSlots = table.uniqueSlots
    states = table.states
    places = table.places
    self.firstInserted = firstInserted
  }

  /// The number of new records.
  var insertedCount: Int { inserted.count }

  /// How many records of below go.
  var deletedCount: Int { places.deletedCount }

  /// The reference of a slot that is not free; null for a changed record that is not below any more.
  func reference(ofSlot slot: Int) -> Int64 {
    if let reference = places.reference(slot) { return reference }
    guard let rank = inserted.rank(of: slot, keys) else { return Column.nullReference }
    return firstInserted + Int64(rank)
  }

  /// The slot of a new record.
  func insertedSlot(_ reference: Int64) -> Int? {
    if reference >= firstInserted {
      let rank = reference - firstInserted
      return rank < Int64(inserted.count) ? inserted.slots[Int(rank)] : nil
    }
    guard !places.restored.isEmpty, let slot = places.restored[reference] else { return nil }
    if case .free = states[slot] { return nil }
    return slot
  }

  /// Whether a record below goes.
  func isDeleted(_ reference: Int64) -> Bool {
    if case .some(nil) = places.touched[reference] { true } else { false }
  }

  /// The slot of a new or changed record.
  func slot(_ reference: Int64) -> Int? {
    if let slot = places.touched[reference] { return slot }
    return insertedSlot(reference)
  }

  /// The references of records below that have other values or go, in rising order.
  var touched: [Int64] {
    sorted.withLock { known in
      if let known { return known }
      let sorted = places.touched.keys.sorted()
      known = sorted
      return sorted
    }
  }

  /// The references of new records that stand among those of below, in rising order.
  var restored: [Int64] {
    places.restored.keys.filter { insertedSlot($0) != nil }.sorted()
  }

  /// The references of new records that stand behind all others, in rising order.
  var appended: [Int64] {
    inserted.slots.indices.lazy
      .filter { self.places.reference(self.inserted.slots[$0]) == nil }
      .map { self.firstInserted + Int64($0) }
  }

  /// The references to records below that go, in rising order.
  var gone: [Int64] {
    deletedCount == 0 ? [] : touched.filter(isDeleted)
  }

  /// Whether a record below goes, or has got a value of its own of the reference in `place`.
  func hasOwnReference(_ reference: Int64, in place: Int) -> Bool {
    guard let slot = places.touched[reference] else { return false }
    return slot.map { changedReferences[place][$0] } ?? true
  }

  /// The slot whose record has `values` in the fields `paths`, which are unique together; nil where
  /// none has.
  func slot(where paths: [AttributePath], equal values: [Value]) -> Int? {
    guard let key = uniqueSlots?.first(where: { Set($0.paths) == Set(paths) }) else { return nil }
    let wanted = Dictionary(zip(paths, values), uniquingKeysWith: { first, _ in first })
    guard let slot = key.slot(key.paths.compactMap { wanted[$0] }), sets(paths, slot) else {
      return nil
    }
    return slot
  }

  /// Whether a record below goes, or one of its fields `paths` is set here; else these are as they are
  /// below, where somebody else may have set them.
  func hasOwnKey(_ reference: Int64, _ paths: [AttributePath]) -> Bool {
    guard let slot = places.touched[reference] else { return false }
    return slot.map { sets(paths, $0) } ?? true
  }

  private func sets(_ paths: [AttributePath], _ slot: Int) -> Bool {
    paths.contains { path in layout.fieldPlaces[path].map { changedFields[$0][slot] } ?? false }
  }
}
