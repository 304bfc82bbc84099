import Columns
import Model
import Storage

/// All columns of some records.
struct WholeRows {
  /// One column for each field of the layout.
  let fields: [Column]
  /// One element for each reference of the layout.
  let references: [RecordReferences]
}

/// Reads complete records of a root entity.
///
/// Dangling references are read as stored, although they read as nil elsewhere.
struct RecordReader {
  private let layout: EntityLayout
  private let snapshot: any StoreSnapshot

  init(_ layout: EntityLayout, _ snapshot: any StoreSnapshot) {
    self.layout = layout
    self.snapshot = snapshot
  }

  /// All columns of the existing records with `keys`.
  func rows(of keys: [RecordKey]) throws -> WholeRows {
    try rows(at: references(to: keys))
  }

  /// All columns of the records at `references`.
  func rows(at references: [Int64]) throws -> WholeRows {
    let columns = try snapshot.gather(
      layout.allSources,
      of: layout.entity.name,
      at: references
    )
    let fieldCount = layout.fields.count
    var nextPosition = fieldCount + layout.references.count
    let linked = try layout.references.enumerated().map { place, reference in
      let targets = try keys(columns[fieldCount + place], reference, at: references)
      guard reference.hasPositions, case .int(let positions) = columns[nextPosition] else {
        return RecordReferences(targets: targets)
      }
      nextPosition += 1
      return RecordReferences(targets: targets, positions: positions.values)
    }
    return WholeRows(fields: Array(columns.prefix(fieldCount)), references: linked)
  }

  /// The columns of `sources` for the records with `keys`.
  func columns(_ sources: [ColumnSource], of keys: [RecordKey]) throws -> [Column] {
    try snapshot.gather(sources, of: layout.entity.name, at: references(to: keys))
  }

  /// The targets of a to-one relationship of the records with `keys`.
  func targets(of name: String, keys: [RecordKey]) throws -> RecordReferences {
    guard let place = layout.referencePlaces[name] else {
      throw StoreError.unknownProperty(entity: layout.entity.name, property: name)
    }
    let reference = layout.references[place]
    let sources: [ColumnSource] =
      [.toOne(name)] + (reference.hasPositions ? [.position(name)] : [])
    let owners = try references(to: keys)
    let columns = try snapshot.gather(sources, of: layout.entity.name, at: owners)
    var positions: [Int64]?
    if columns.count == 2, case .int(let column) = columns[1] { positions = column.values }
    return RecordReferences(
      targets: try self.keys(columns[0], reference, at: owners),
      positions: positions
    )
  }

  /// The references to the records with `keys`; throws if one does not exist.
  func references(to keys: [RecordKey]) throws -> [Int64] {
    let references = try snapshot.references(to: .list(keys), of: layout.entity.name)
    if let missing = references.firstIndex(of: Column.nullReference) {
      throw StoreError.unreachable(RecordID(entity: layout.entity.name, key: keys[missing]))
    }
    return references
  }

  private func keys(
    _ column: Column,
    _ reference: ReferenceLayout,
    at owners: [Int64]
  ) throws -> [RecordKey?] {
    guard case .reference(let targets) = column else { return [] }
    let relationship = reference.relationship
    let keys = try snapshot.keys(of: relationship.destination, at: targets.values)
    guard reference.keepsDangling, keys.contains(nil) else { return keys }
    let kept = try snapshot.danglingTargets(
      of: RelationshipReference(
        entity: layout.entity.name,
        name: relationship.name,
        destination: relationship.destination,
        isToMany: false
      ),
      at: owners
    )
    return zip(keys, kept).map { $0 ?? $1 }
  }
}

extension StoreSnapshot {
  /// The keys of the records at `references`; nil for null.
  func keys(of entity: String, at references: [Int64]) throws -> [RecordKey?] {
    let known = references.filter { $0 != Column.nullReference }
    var ids = try recordIDs(of: entity, at: known).makeIterator()
    return references.map { $0 == Column.nullReference ? nil : ids.next()?.key }
  }

  /// The records with `keys` that do not exist, in identity order.
  func missing(_ keys: Set<RecordKey>, of entity: String) throws -> [RecordID] {
    let keys = keys.sortedByKey()
    let found = try references(to: .list(keys), of: entity)
    return zip(keys, found).filter { $1 == Column.nullReference }
      .map { RecordID(entity: entity, key: $0.0) }
  }
}
