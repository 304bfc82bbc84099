import Columns
import Expressions
import Model
import Storage
import Synchronization

/// A snapshot with changes on top: what fetches see while changes are pending.
///
/// Records below keep their references. New records follow them in identity order, except restored
/// ones, which return to their former references.
final class OverlaySnapshot: PushdownSnapshot, InvalidValueSnapshot, CountingSnapshot,
  KeyedSnapshot, IndexedSnapshot, LinkageSnapshot,
  DanglingReferenceSnapshot
{
  let below: any StoreSnapshot
  let schema: StoredSchema
  let tables: [String: OverlayTableVersion]
  let links: OverlayLinks
  /// Restored references, computed on demand.
  let restored = Mutex<[RelationshipEnd: [Int64: Int64]]>([:])
  /// The targets of dangling references, computed on demand.
  let danglingTargets = Mutex<[RelationshipEnd: [Int64: RecordKey]]>([:])

  /// The first reference of new records in an overlay on top of `level` others.
  private static func firstInserted(_ level: Int) -> Int64 {
    (1 << 60) + Int64(level) << 48
  }

  /// - Parameter overlay: Looks up its records in `below`.
  init(_ overlay: inout Overlay, over below: any StoreSnapshot, level: Int) throws {
    try overlay.locate(over: below)
    self.below = below
    schema = overlay.schema
    links = overlay.links
    tables = overlay.tables.filter { !$0.value.isEmpty }.mapValues {
      OverlayTableVersion($0, firstInserted: Self.firstInserted(level))
    }
  }

  /// Creates a snapshot from a copy of the overlay.
  convenience init(copying overlay: Overlay, over below: any StoreSnapshot) throws {
    var overlay = overlay
    try self.init(&overlay, over: below, level: 0)
  }

  var version: StoreVersion { below.version }

  func findCount(of entity: String) throws -> Int {
    let count = try below.count(of: entity)
    guard let table = tables[entity] else { return count }
    return count - table.deletedCount + table.insertedCount
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    guard let table = tables[entity], table.insertedCount > 0 else {
      return try below.recordIDs(of: entity, at: references)
    }
    let own = references.map { table.insertedSlot($0) }
    let rest = zip(references, own).filter { $1 == nil }.map(\.0)
    var ids = try below.recordIDs(of: entity, at: rest).makeIterator()
    return own.compactMap { slot in
      slot.map { RecordID(entity: entity, key: table.keys[$0]) } ?? ids.next()
    }
  }

  func reference(to id: RecordID) throws -> Int64? {
    guard let table = tables[id.entity] else { return try below.reference(to: id) }
    if let slot = table.slots[id.key] {
      let reference = table.reference(ofSlot: slot)
      return reference == Column.nullReference ? nil : reference
    }
    guard let reference = try below.reference(to: id), !table.isDeleted(reference) else {
      return nil
    }
    return reference
  }

  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    var references = try below.references(to: keys, of: entity)
    guard let table = tables[entity] else { return references }
    for (place, key) in keys.all.enumerated() {
      if let slot = table.slots[key] {
        references[place] = table.reference(ofSlot: slot)
      } else if table.isDeleted(references[place]) {
        references[place] = Column.nullReference
      }
    }
    return references
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let table = tables[entity]
    let slots = table.map { table in references.map { table.slot($0) } }
    guard let table, let slots, slots.contains(where: { $0 != nil }) else {
      let columns = try below.gather(sources, of: entity, at: references)
      return try zip(sources, columns).map { try settled($1, of: $0, entity, at: references) }
    }
    // Unchanged values of changed records come from below.
    let known = references.map { table.insertedSlot($0) == nil ? $0 : Column.nullReference }
    let columns = try below.gather(sources, of: entity, at: known)
    return try zip(sources, columns).map { source, column in
      try patched(settled(column, of: source, entity, at: known), source, table, slots)
    }
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    try OverlayScan(
      below: try below.scan(entity, sources),
      sources: sources,
      entity: entity,
      snapshot: self
    )
  }

  func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    guard var found = try below.lookUp(entity, where: paths, equal: keys) else { return nil }
    guard let table = tables[entity] else { return found }
    for row in found.indices {
      let values = keys.map { $0.value(at: row) }
      if values.contains(where: \.isNull) { continue }
      if let slot = table.slot(where: paths, equal: values) {
        found[row] = table.reference(ofSlot: slot)
      } else if table.hasOwnKey(found[row], paths) {
        found[row] = Column.nullReference
      }
    }
    return found
  }

  func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    var references = try below.unusedReferences(to: keys, of: entity)
    guard let table = tables[entity] else { return references }
    let below = try below.references(to: keys, of: entity)
    for place in references.indices where table.isDeleted(below[place]) {
      references[place] = below[place]
    }
    return references
  }
}

/// Columns with changed records.
extension OverlaySnapshot {
  /// Replaces the rows of `column` that have a slot in `slots`.
  func patched(
    _ column: Column,
    _ source: ColumnSource,
    _ table: OverlayTableVersion,
    _ slots: [Int?]
  ) throws -> Column {
    switch source {
    case .attribute(let path):
      guard let place = table.layout.fieldPlaces[path] else { throw unknown(path, table) }
      return patched(column, field: place, table, slots)
    case .toOne(let name):
      guard let place = table.layout.referencePlaces[name], case .reference(let kept) = column
      else { return column }
      return .reference(try patched(kept, reference: place, table, slots))
    case .position(let name):
      guard let place = table.layout.referencePlaces[name], case .int(var positions) = column else {
        throw unknown(AttributePath([name]), table)
      }
      let changed = table.changedReferences[place]
      for case (let row, let slot?) in slots.enumerated() where changed[slot] {
        positions.values[row] = table.positions[place][slot]
      }
      return .int(FixedColumn(values: positions.values))
    }
  }

  private func patched(
    _ column: Column,
    field place: Int,
    _ table: OverlayTableVersion,
    _ slots: [Int?]
  ) -> Column {
    let builder = makeColumnBuilder(continuing: column)
    let changed = table.changedFields[place]
    for case (let row, let slot?) in slots.enumerated() where changed[slot] {
      _ = builder.set(row, to: table.fields[place].value(at: slot))
    }
    return builder.column
  }

  private func patched(
    _ kept: FixedColumn<Int64>,
    reference place: Int,
    _ table: OverlayTableVersion,
    _ slots: [Int?]
  ) throws -> FixedColumn<Int64> {
    var references = kept
    let changed = table.changedReferences[place]
    var rows: [Int] = []
    var targets: [RecordKey] = []
    for case (let row, let slot?) in slots.enumerated() where changed[slot] {
      references.values[row] = Column.nullReference
      guard let target = table.references[place][slot] else { continue }
      rows.append(row)
      targets.append(target)
    }
    let destination = table.layout.references[place].relationship.destination
    let found = try self.references(to: .list(targets), of: destination)
    for (row, reference) in zip(rows, found) { references.values[row] = reference }
    return references
  }

  /// Adapts a column of the records at `owners` to deleted and restored records.
  func settled(
    _ column: Column,
    of source: ColumnSource,
    _ entity: String,
    at owners: [Int64]
  ) throws -> Column {
    guard try isSettled(source, entity), case .toOne(let name) = source,
      case .reference(var references) = column
    else { return column }
    let end = RelationshipEnd(entity: entity, name: name)
    let destination = tables[try schema.relationship(end).destination]
    let restored = try restored(end)
    for row in references.values.indices {
      if destination?.isDeleted(references.values[row]) == true {
        references.values[row] = Column.nullReference
      } else if let target = restored[owners[row]] {
        references.values[row] = target
      }
    }
    return .reference(references)
  }

  /// Whether a column may differ even for unchanged records.
  func isSettled(_ source: ColumnSource, _ entity: String) throws -> Bool {
    guard case .toOne(let name) = source else { return false }
    let end = RelationshipEnd(entity: entity, name: name)
    guard let destination = tables[try schema.relationship(end).destination] else { return false }
    return try destination.deletedCount > 0 || !restored(end).isEmpty
  }

  private func unknown(_ path: AttributePath, _ table: OverlayTableVersion) -> StoreError {
    .unknownProperty(entity: table.layout.entity.name, property: path.description)
  }
}
