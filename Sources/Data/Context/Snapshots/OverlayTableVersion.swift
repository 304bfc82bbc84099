import Columns
import Model
import Storage
import Synchronization

/// A table of an overlay in one snapshot, with the references of its records.
///
/// Changed records keep their references. New ones follow all others, unless they are restored to a
/// free place.
final class OverlayTableVersion: Sendable {
  let layout: EntityLayout
  /// The key of each slot.
  let keys: [RecordKey]
  /// One column for each field of the layout, with a row for each slot.
  let fields: [Column]
  let references: [[RecordKey?]]
  let positions: [[Int64]]
  /// Which fields were set, by slot; all for new records.
  let changedFields: [[Bool]]
  /// Which references were set, by slot; all for new records.
  let changedReferences: [[Bool]]
  /// The slots that reference each record; only changed references.
  let incoming: [[RecordKey: Set<Int>]]
  /// The slot of each new or changed record.
  let slots: [RecordKey: Int]
  private let inserted: InsertedSlots
  private let uniqueSlots: [UniqueSlots]?
  private let states: [OverlayTable.Slot]
  private let places: SlotReferences
  private let firstInserted: Int64
  private let sorted = Mutex<[Int64]?>(nil)

  /// - Parameters:
  ///   - table: A table that was located over the snapshot below.
  ///   - firstInserted: The reference of the first new record, greater than all below.
  init(_ table: OverlayTable, firstInserted: Int64) {
    layout = table.layout
    keys = table.keys
    fields = table.fields.map(\.column)
    references = table.references
    positions = table.positions
    changedFields = table.changedFields
    changedReferences = table.changedReferences
    incoming = table.incoming
    slots = table.slots
    inserted = table.inserted
    uniqueSlots = table.uniqueSlots
    states = table.states
    places = table.places
    self.firstInserted = firstInserted
  }

  /// The number of new records.
  var insertedCount: Int { inserted.count }

  /// The number of deleted records.
  var deletedCount: Int { places.deletedCount }

  /// The reference of a slot; null for a changed record that no longer exists below.
  func reference(ofSlot slot: Int) -> Int64 {
    if let reference = places.reference(slot) { return reference }
    guard let rank = inserted.rank(of: slot, keys) else { return Column.nullReference }
    return firstInserted + Int64(rank)
  }

  /// The slot of a new record; nil for other records.
  func insertedSlot(_ reference: Int64) -> Int? {
    if reference >= firstInserted {
      let rank = reference - firstInserted
      return rank < Int64(inserted.count) ? inserted.slots[Int(rank)] : nil
    }
    guard !places.restored.isEmpty, let slot = places.restored[reference] else { return nil }
    if case .free = states[slot] { return nil }
    return slot
  }

  /// Whether a record below is deleted.
  func isDeleted(_ reference: Int64) -> Bool {
    if case .some(nil) = places.touched[reference] { true } else { false }
  }

  /// The slot of a new or changed record; nil for other records.
  func slot(_ reference: Int64) -> Int? {
    if let slot = places.touched[reference] { return slot }
    return insertedSlot(reference)
  }

  /// The references of changed and deleted records below, in ascending order.
  var touched: [Int64] {
    sorted.withLock { known in
      if let known { return known }
      let sorted = places.touched.keys.sorted()
      known = sorted
      return sorted
    }
  }

  /// The references of changed records below, in ascending order.
  var changed: [Int64] { touched.filter { !isDeleted($0) } }

  /// The references of restored records, in ascending order.
  var restored: [Int64] {
    places.restored.keys.filter { insertedSlot($0) != nil }.sorted()
  }

  /// The references of new records after all others, in ascending order.
  var appended: [Int64] {
    inserted.slots.indices.lazy
      .filter { self.places.reference(self.inserted.slots[$0]) == nil }
      .map { self.firstInserted + Int64($0) }
  }

  /// The references of deleted records, in ascending order.
  var gone: [Int64] {
    deletedCount == 0 ? [] : touched.filter(isDeleted)
  }

  /// Whether a record below is deleted, or has a new target in the reference at index `place`.
  func hasOwnReference(_ reference: Int64, in place: Int) -> Bool {
    guard let slot = places.touched[reference] else { return false }
    return slot.map { changedReferences[place][$0] } ?? true
  }

  /// The slot with `values` in the unique key `paths`; nil if there is none.
  func slot(where paths: [AttributePath], equal values: [Value]) -> Int? {
    guard let key = uniqueSlots?.first(where: { Set($0.paths) == Set(paths) }) else { return nil }
    let wanted = Dictionary(keepingFirst: zip(paths, values))
    guard let slot = key.slot(key.paths.compactMap { wanted[$0] }), sets(paths, slot) else {
      return nil
    }
    return slot
  }

  /// Whether a record below is deleted, or one of its fields `paths` is set here. Otherwise another
  /// writer may have set them.
  func hasOwnKey(_ reference: Int64, _ paths: [AttributePath]) -> Bool {
    guard let slot = places.touched[reference] else { return false }
    return slot.map { sets(paths, $0) } ?? true
  }

  private func sets(_ paths: [AttributePath], _ slot: Int) -> Bool {
    paths.contains { path in layout.fieldPlaces[path].map { changedFields[$0][slot] } ?? false }
  }
}
