import Columns
import Model
import Storage

/// Changes on top of a snapshot: those of a statement, or all pending ones.
struct Overlay {
  let schema: StoredSchema
  private let keepsOriginals: Bool
  /// Cancels the preparation of changes; nil for changes that are already applied.
  private let cancellation: CancellationFlag?
  private(set) var tables: [String: OverlayTable] = [:]
  private(set) var links = OverlayLinks()

  init(_ schema: StoredSchema, keepsOriginals: Bool, cancellation: CancellationFlag? = nil) {
    self.schema = schema
    self.cancellation = cancellation
    self.keepsOriginals = keepsOriginals
  }

  /// Whether the overlay contains no changes.
  var isEmpty: Bool { links.isEmpty && tables.values.allSatisfy(\.isEmpty) }

  /// Adds `changes`; `below` is the snapshot under the overlay.
  mutating func merge(_ changes: ChangeSet, over below: any StoreSnapshot) throws {
    try unlink(changes.unlinked, over: below)
    for selection in changes.deleted {
      try withTable(selection.entity) { try $0.delete(selection.keys.all, over: below) }
      try forgetLinks(of: selection)
    }
    for rows in changes.inserted { try withTable(rows.entity) { try $0.insert(rows) } }
    for rows in changes.updated { try withTable(rows.entity) { try $0.update(rows, over: below) } }
    if keepsOriginals { try keepOrders(of: changes.linked.map(\.pair), over: below) }
    for linkage in changes.linked {
      let end = RelationshipEnd(entity: linkage.pair.entity, name: linkage.pair.relationship)
      links.link(linkage, inverse: try schema.inverse(of: end))
    }
  }

  /// An independent copy; columns are otherwise changed in place.
  func detached() -> Overlay {
    var copy = self
    copy.tables = tables.mapValues { $0.detached() }
    return copy
  }

  /// Adapts the changes to a changed schema.
  ///
  /// - Throws: ``TransactionError/modelsChanged(_:)`` if the storage of changed records differs.
  func laidOut(by new: StoredSchema) throws -> Overlay {
    var overlay = Overlay(new, keepsOriginals: keepsOriginals, cancellation: cancellation)
    overlay.links = links
    var unfit = try links.ends.filter { end in
      guard let relationship = try? new.relationship(end) else { return true }
      return try !schema.relationship(end).isKept(as: relationship)
    }.map(\.entity)
    for (entity, table) in tables where !table.isEmpty {
      overlay.tables[entity] = (try? new.layout(entity)).flatMap(table.laidOut)
      if overlay.tables[entity] == nil { unfit.append(entity) }
    }
    guard unfit.isEmpty else { throw TransactionError.modelsChanged(Set(unfit).sorted()) }
    return overlay
  }

  /// Looks up the records of all tables in `below`.
  mutating func locate(over below: any StoreSnapshot) throws {
    for entity in tables.keys.sorted() {
      try withTable(entity) { try $0.locate(over: below) }
    }
  }

  /// The changes to apply to a store.
  func changes() throws -> ChangeSet {
    var changes = ChangeSet()
    for entity in schema.entities {
      guard let table = tables[entity.name] else { continue }
      changes.inserted += table.insertedRows()
      changes.updated += table.updatedRows()
      changes.deleted += table.deletedKeys()
    }
    (changes.linked, changes.unlinked) = try links.changes(schema)
    return changes
  }

  private mutating func withTable(
    _ entity: String,
    _ body: (inout OverlayTable) throws -> Void
  ) throws {
    let layout = try schema.layout(entity)
    // Removed and restored so that its columns change in place.
    var table =
      tables.removeValue(forKey: entity)
      ?? OverlayTable(layout, keepsOriginals: keepsOriginals, cancellation)
    defer { tables[entity] = table }
    try body(&table)
  }

  private mutating func unlink(_ pairs: [RecordPair], over below: any StoreSnapshot) throws {
    let byEnd = Dictionary(grouping: pairs) {
      RelationshipEnd(entity: $0.entity, name: $0.relationship)
    }
    for (end, pairs) in byEnd {
      let inverse = try schema.inverse(of: end)
      let relationship = try schema.reference(end)
      let owners = Set(pairs.map(\.owner)).sortedByKey()
      let references = try below.references(to: .list(owners), of: end.entity)
      let lists = try below.members(of: relationship, owners: references)
      let members = try below.keys(of: relationship.destination, at: lists.members)
      var linked: [RecordKey: Set<RecordKey>] = [:]
      for (row, owner) in owners.enumerated() {
        linked[owner] = Set(members[lists.places(of: row)].compactMap { $0 })
      }
      for pair in pairs {
        let isBelow = linked[pair.owner]?.contains(pair.member) ?? false
        links.unlink(pair, inverse: inverse, isBelow: isBelow)
      }
    }
  }

  /// Stores the original order of members at both ends of pairs.
  private mutating func keepOrders(of pairs: [RecordPair], over below: any StoreSnapshot) throws {
    var touched: [RelationshipEnd: Set<RecordKey>] = [:]
    for pair in pairs {
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      let inverse = try schema.inverse(of: end)
      for (end, owner) in [(end, pair.owner), (inverse, pair.member)]
      where try schema.relationship(end).isOrdered {
        touched[end, default: []].insert(owner)
      }
    }
    for (end, owners) in touched {
      let new = owners.filter { links.originalOrders[end]?[$0] == nil }
      let orders = try below.orders(of: schema.reference(end), owners: Array(new))
      for (owner, members) in orders { links.keepOrder(members, of: owner, end) }
    }
  }

  private mutating func forgetLinks(of selection: RecordSelection) throws {
    guard !links.isEmpty else { return }
    for relationship in try schema.layout(selection.entity).relationships.values {
      let end = RelationshipEnd(entity: selection.entity, name: relationship.name)
      guard try schema.isManyToMany(end) else { continue }
      let inverse = try schema.inverse(of: end)
      for key in selection.keys.all {
        links.forget(RecordID(entity: selection.entity, key: key), end, inverse: inverse)
      }
    }
  }
}

/// The changes of a table.
extension OverlayTable {
  /// The new records in the order of their keys.
  fileprivate func insertedRows() -> [RecordRows] {
    let chosen = inserted.slots
    if chosen.isEmpty { return [] }
    return [rows(of: chosen, fields: layout.fields.indices, references: layout.references.indices)]
  }

  /// The changed records, grouped by the changed columns.
  fileprivate func updatedRows() -> [RecordRows] {
    var groups: [[Bool]: [Int]] = [:]
    for slot in states.indices {
      guard case .updated = states[slot] else { continue }
      let changed =
        layout.fields.indices.map { differs(slot, field: $0) }
        + layout.references.indices.map { differs(slot, reference: $0) }
      if changed.contains(true) { groups[changed, default: []].append(slot) }
    }
    let fieldCount = layout.fields.count
    return groups.sorted { $0.value[0] < $1.value[0] }.map { changed, slots in
      rows(
        of: slots,
        fields: layout.fields.indices.filter { changed[$0] },
        references: layout.references.indices.filter { changed[fieldCount + $0] }
      )
    }
  }

  fileprivate func deletedKeys() -> [RecordSelection] {
    if deleted.isEmpty { return [] }
    return [RecordSelection(entity: layout.entity.name, keys: .list(deleted.sortedByKey()))]
  }

  /// Whether a field has another value than originally.
  private func differs(_ slot: Int, field place: Int) -> Bool {
    guard changedFields[place][slot] else { return false }
    guard let row = originals?.row(of: keys[slot]), let originals else { return true }
    return originals.value(row, field: place) != fields[place].column.value(at: slot)
  }

  private func differs(_ slot: Int, reference place: Int) -> Bool {
    guard changedReferences[place][slot] else { return false }
    // In ordered relationships, only the position may have changed.
    if layout.references[place].hasPositions { return true }
    guard let row = originals?.row(of: keys[slot]), let originals else { return true }
    return originals.target(row, reference: place) != references[place][slot]
  }

  private func rows(
    of slots: [Int],
    fields fieldPlaces: some Sequence<Int>,
    references referencePlaces: some Sequence<Int>
  ) -> RecordRows {
    var rows = RecordRows(entity: layout.entity.name, keys: .list(slots.map { keys[$0] }))
    let places = slots.map(Int64.init)
    for place in fieldPlaces {
      rows.columns[layout.fields[place].path] = fields[place].column.gathered(at: places)
    }
    for place in referencePlaces {
      let reference = layout.references[place]
      rows.references[reference.relationship.name] = RecordReferences(
        targets: slots.map { references[place][$0] },
        positions: reference.hasPositions ? slots.map { positions[place][$0] } : nil
      )
    }
    return rows
  }
}

extension StoreSnapshot {
  /// The members of existing `owners`, in order.
  func orders(
    of relationship: RelationshipReference,
    owners: [RecordKey]
  ) throws -> [RecordKey: [RecordKey]] {
    let references = try references(to: .list(owners), of: relationship.entity)
    let found = zip(owners, references).filter { $1 != Column.nullReference }
    let lists = try members(of: relationship, owners: found.map(\.1))
    let keys = try keys(of: relationship.destination, at: lists.members)
    var orders: [RecordKey: [RecordKey]] = [:]
    for (row, owner) in found.map(\.0).enumerated() {
      orders[owner] = keys[lists.places(of: row)].compactMap { $0 }
    }
    return orders
  }
}
