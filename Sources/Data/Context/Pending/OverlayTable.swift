import Columns
import Model
import Storage

/// Changed records of a root entity, on top of a snapshot.
///
/// Each new or changed record has a slot with all of its columns. The columns of a changed record
/// are copied from the snapshot at its first change.
struct OverlayTable {
  /// The state of a slot.
  enum Slot {
    /// A new record.
    case inserted
    /// A changed record.
    case updated
    /// No record.
    case free
  }

  let layout: EntityLayout
  private(set) var keys: [RecordKey] = []
  private(set) var states: [Slot] = []
  /// The slot of each new or changed record.
  private(set) var slots: [RecordKey: Int] = [:]
  /// The deleted records of the snapshot.
  private(set) var deleted: Set<RecordKey> = []
  /// New records that are restored after a deletion.
  private(set) var returning: Set<RecordKey> = []
  private(set) var fields: [any ColumnBuilder]
  /// The references of each slot, by relationship.
  private(set) var references: [[RecordKey?]]
  /// The positions by reference; empty for unordered relationships.
  private(set) var positions: [[Int64]]
  /// Which fields of a changed record were set, by slot.
  private(set) var changedFields: [[Bool]]
  private(set) var changedReferences: [[Bool]]
  /// The original records; nil if they are not needed.
  private(set) var originals: OriginalRows?
  /// The slots of new records in identity order.
  private(set) var inserted = InsertedSlots()
  /// The slots that reference each record, by relationship; only changed references.
  private(set) var incoming: [[RecordKey: Set<Int>]]
  /// The slots by unique key; nil if they are not needed.
  private(set) var uniqueSlots: [UniqueSlots]?
  /// The references of the records in the snapshot.
  private(set) var places = SlotReferences()
  /// Cancels the preparation of changes; nil for changes that are already applied.
  private let cancellation: CancellationFlag?

  init(_ layout: EntityLayout, keepsOriginals: Bool, _ cancellation: CancellationFlag?) {
    self.layout = layout
    self.cancellation = cancellation
    fields = layout.emptyColumns.map { makeColumnBuilder(continuing: $0) }
    references = layout.references.map { _ in [] }
    positions = layout.references.map { _ in [] }
    changedFields = layout.fields.map { _ in [] }
    changedReferences = layout.references.map { _ in [] }
    incoming = layout.references.map { _ in [:] }
    originals = keepsOriginals ? OriginalRows(layout) : nil
    uniqueSlots = keepsOriginals ? layout.uniqueKeys.map { UniqueSlots($0, layout) } : nil
  }

  /// Whether the table contains no changes.
  var isEmpty: Bool { slots.isEmpty && deleted.isEmpty }

  /// An independent copy.
  func detached() -> OverlayTable {
    var copy = self
    copy.fields = fields.map { makeColumnBuilder(continuing: $0.column) }
    copy.originals = originals?.detached()
    return copy
  }

  /// Adapts the changes to new members, which are nil; nil if the storage of existing members
  /// differs.
  func laidOut(by new: EntityLayout) -> OverlayTable? {
    guard layout.isPart(of: new) else { return nil }
    var table = OverlayTable(new, keepsOriginals: false, cancellation)
    (table.keys, table.states, table.slots) = (keys, states, slots)
    (table.deleted, table.returning, table.inserted) = (deleted, returning, inserted)
    let areNew = states.map { if case .inserted = $0 { true } else { false } }
    for (place, field) in new.fields.enumerated() {
      if let previous = layout.fieldPlaces[field.path] {
        table.fields[place] = fields[previous]
        table.changedFields[place] = changedFields[previous]
      } else {
        table.fields[place].append(nulls: keys.count)
        table.changedFields[place] = areNew
      }
    }
    for (place, reference) in new.references.enumerated() {
      let previous = layout.referencePlaces[reference.relationship.name]
      table.references[place] = previous.map { references[$0] } ?? keys.map { _ in nil }
      table.changedReferences[place] = previous.map { changedReferences[$0] } ?? areNew
      table.incoming[place] = previous.map { incoming[$0] } ?? [:]
      guard reference.hasPositions else { continue }
      table.positions[place] = previous.map { positions[$0] } ?? keys.map { _ in 0 }
    }
    table.originals = originals?.laidOut(by: new)
    table.uniqueSlots = uniqueSlots.map { _ in new.uniqueKeys.map { UniqueSlots($0, new) } }
    table.addUniqueKeys(slots.values)
    return table
  }

  // MARK: Merging

  /// Adds new records. A record that was deleted before becomes a changed one.
  mutating func insert(_ rows: RecordRows) throws {
    try rows.checkCounts()
    let first = keys.count
    slots.reserveCapacity(slots.count + rows.count)
    for key in rows.keys.all {
      try checkCancellation(at: keys.count)
      guard slots[key] == nil else { throw StoreError.recordExists(id(key)) }
      slots[key] = keys.count
      let isNew = deleted.remove(key) == nil
      states.append(isNew ? .inserted : .updated)
      if isNew { inserted.append(keys.count) }
      if isNew, rows.areRestored { returning.insert(key) }
      keys.append(key)
    }
    inserted.sort(by: keys)
    for (place, field) in layout.fields.enumerated() {
      if let column = rows.columns[field.path] {
        // As stores keep them.
        let column = column.withoutNegativeZeros
        guard column.count == rows.count, fields[place].append(contentsOf: column) else {
          throw StoreError.typeMismatch(entity: rows.entity, property: field.path.description)
        }
      } else {
        fields[place].append(nulls: rows.count)
      }
      changedFields[place].append(contentsOf: repeatElement(true, count: rows.count))
    }
    for (place, reference) in layout.references.enumerated() {
      let given = rows.references[reference.relationship.name]
      references[place].append(
        contentsOf: given?.targets ?? Array(repeating: nil, count: rows.count)
      )
      changedReferences[place].append(contentsOf: repeatElement(true, count: rows.count))
      guard reference.hasPositions else { continue }
      positions[place].append(
        contentsOf: given?.positions ?? Array(repeating: 0, count: rows.count)
      )
    }
    for slot in first..<keys.count { addIncoming(slot) }
    addUniqueKeys(first..<keys.count)
  }

  /// Sets columns of records, copying them from the snapshot first if necessary.
  mutating func update(_ rows: RecordRows, over below: any StoreSnapshot) throws {
    try rows.checkCounts()
    let keys = rows.keys.all
    try touch(keys, over: below)
    let slots = keys.compactMap { self.slots[$0] }
    let changesKeys = layout.uniqueKeys.contains { $0.contains { rows.columns[$0] != nil } }
    if changesKeys { removeUniqueKeys(slots) }
    defer { if changesKeys { addUniqueKeys(slots) } }
    for (path, column) in rows.columns {
      guard let place = layout.fieldPlaces[path] else {
        throw StoreError.unknownProperty(entity: rows.entity, property: path.description)
      }
      let column = column.withoutNegativeZeros
      for (row, slot) in slots.enumerated() {
        try checkCancellation(at: row)
        guard fields[place].set(slot, to: column.value(at: row)) else {
          throw StoreError.typeMismatch(entity: rows.entity, property: path.description)
        }
        changedFields[place][slot] = true
      }
    }
    for (name, given) in rows.references {
      guard let place = layout.referencePlaces[name] else {
        throw StoreError.unknownProperty(entity: rows.entity, property: name)
      }
      for (row, slot) in slots.enumerated() {
        try checkCancellation(at: row)
        leave(slot, place)
        references[place][slot] = given.targets[row]
        changedReferences[place][slot] = true
        addIncoming(slot, place)
        guard layout.references[place].hasPositions else { continue }
        positions[place][slot] = given.positions?[row] ?? 0
      }
    }
  }

  mutating func delete(_ keys: [RecordKey], over below: any StoreSnapshot) throws {
    if originals != nil {
      // The originals are needed if another writer has changed a deleted record.
      try keepOriginals(of: keys.filter { slots[$0] == nil }, over: below)
    }
    removeUniqueKeys(keys.compactMap { slots[$0] })
    deleted.reserveCapacity(deleted.count + keys.count)
    for (row, key) in keys.enumerated() {
      try checkCancellation(at: row)
      if let slot = slots.removeValue(forKey: key) {
        for place in layout.references.indices { leave(slot, place) }
        let isBelow = if case .updated = states[slot] { true } else { false }
        states[slot] = .free
        if !isBelow { continue }
      }
      deleted.insert(key)
      places.forget(key)
    }
    inserted.removeFree(states)
  }

  /// Looks up the records in `below`.
  mutating func locate(over below: any StoreSnapshot) throws {
    var places = self.places
    self.places = SlotReferences()
    defer { self.places = places }
    try places.update(self, over: below)
  }

  /// Throws if the changes were cancelled; checks once for each batch of rows.
  func checkCancellation(at row: Int) throws {
    if row & 0xFFF == 0 { try cancellation?.check() }
  }

  // MARK: Slots

  /// Registers the references of a new slot.
  private mutating func addIncoming(_ slot: Int) {
    for place in layout.references.indices { addIncoming(slot, place) }
  }

  private mutating func addIncoming(_ slot: Int, _ place: Int) {
    guard let target = references[place][slot] else { return }
    incoming[place][target, default: []].insert(slot)
  }

  private mutating func leave(_ slot: Int, _ place: Int) {
    guard changedReferences[place][slot], let target = references[place][slot] else { return }
    incoming[place][target]?.remove(slot)
  }

  private mutating func addUniqueKeys(_ slots: some Sequence<Int>) {
    guard var unique = uniqueSlots else { return }
    uniqueSlots = nil
    for place in unique.indices { unique[place].add(slots, fields) }
    uniqueSlots = unique
  }

  private mutating func removeUniqueKeys(_ slots: [Int]) {
    guard var unique = uniqueSlots else { return }
    uniqueSlots = nil
    for place in unique.indices { unique[place].remove(slots, fields) }
    uniqueSlots = unique
  }

  /// Creates slots for those of `keys` that have none.
  private mutating func touch(_ keys: [RecordKey], over below: any StoreSnapshot) throws {
    let new = slots.isEmpty ? keys : keys.filter { slots[$0] == nil }
    guard !new.isEmpty else { return }
    let rows = try RecordReader(layout, below).rows(of: new)
    try checkCancellation(at: 0)
    originals?.add(rows, keys: new)
    let first = self.keys.count
    slots.reserveCapacity(first + new.count)
    for (offset, key) in new.enumerated() {
      try checkCancellation(at: offset)
      slots[key] = first + offset
    }
    self.keys.append(contentsOf: new)
    states.append(contentsOf: repeatElement(.updated, count: new.count))
    for place in layout.fields.indices {
      _ = fields[place].append(contentsOf: rows.fields[place])
      changedFields[place].append(contentsOf: repeatElement(false, count: new.count))
    }
    for place in layout.references.indices {
      references[place].append(contentsOf: rows.references[place].targets)
      positions[place].append(contentsOf: rows.references[place].positions ?? [])
      changedReferences[place].append(contentsOf: repeatElement(false, count: new.count))
    }
    addUniqueKeys(first..<self.keys.count)
  }

  private mutating func keepOriginals(
    of keys: [RecordKey],
    over below: any StoreSnapshot
  ) throws {
    let new = keys.filter { originals?.row(of: $0) == nil }
    guard !new.isEmpty else { return }
    originals?.add(try RecordReader(layout, below).rows(of: new), keys: new)
  }

  private func id(_ key: RecordKey) -> RecordID {
    RecordID(entity: layout.entity.name, key: key)
  }
}

extension RecordRows {
  /// Checks that all columns have a value for each record.
  fileprivate func checkCounts() throws(StoreError) {
    for (path, column) in columns where column.count != count {
      throw .typeMismatch(entity: entity, property: path.description)
    }
    for (name, given) in references
    where given.targets.count != count || given.positions.map({ $0.count != count }) ?? false {
      throw .typeMismatch(entity: entity, property: name)
    }
  }
}
