import ColumnImages
import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// A state of a file: a read transaction with the lifetime of the snapshot.
final class FileSnapshot: PushdownSnapshot, InvalidValueSnapshot, CountingSnapshot, KeyedSnapshot,
  IndexedSnapshot, LinkageSnapshot,
  DanglingReferenceSnapshot
{
  let version: StoreVersion
  let model: FileModel
  let connection: Connection
  /// Receives the fields with invalid values.
  let invalidValueLog: InvalidValueLog
  /// Information about rows that filters exclude.
  let strayRows: StrayRows
  /// Returns the connection when the snapshot ends; nil for a snapshot of a change in progress.
  let lease: ReaderLease?
  /// Information about the pages of the file.
  let pages = SnapshotPages()
  /// Tables with fewer pages are left to SQLite.
  let minimumPages: Int
  /// The cached columns.
  let cache: ColumnCacheAccess
  /// The column images; nil if there are none.
  let images: SnapshotImages?
  /// The number of rows gathered from each entity.
  let gathered = GatheredRows()

  /// The snapshot itself if it conforms to `kind`.
  func capability<Capability>(_ kind: Capability.Type, of entity: String) -> Capability? {
    sameType(self as any PushdownSnapshot, kind) ?? sameType(self as any CountingSnapshot, kind)
      ?? sameType(self as any DivisibleSnapshot, kind) ?? sameType(self as any KeyedSnapshot, kind)
      ?? sameType(self as any IndexedSnapshot, kind) ?? sameType(self as any LinkageSnapshot, kind)
      ?? sameType(self as any DanglingReferenceSnapshot, kind)
      ?? sameType(self as any InvalidValueSnapshot, kind)
      ?? sameType(self as any StoreSnapshot, kind)
  }

  init(
    version: StoreVersion,
    model: FileModel,
    invalidValueLog: InvalidValueLog,
    strayRows: StrayRows,
    lease: ReaderLease,
    minimumPages: Int,
    cache: ColumnCacheAccess,
    images: SnapshotImages?
  ) {
    self.cache = cache
    self.images = images
    self.minimumPages = minimumPages
    self.version = version
    self.model = model
    self.invalidValueLog = invalidValueLog
    self.strayRows = strayRows
    connection = lease.connection
    self.lease = lease
  }

  /// A snapshot of a change in progress.
  init(
    version: StoreVersion,
    model: FileModel,
    invalidValueLog: InvalidValueLog,
    changing connection: Connection
  ) {
    self.version = version
    self.model = model
    self.invalidValueLog = invalidValueLog
    self.strayRows = StrayRows()
    self.connection = connection
    lease = nil
    minimumPages = .max
    cache = .none
    images = nil
  }

  func findCount(of entity: String) throws -> Int {
    if let count = knownCount(of: entity) { return count }
    let rows = try rows(of: entity)
    return try connection.perform { db in
      Int(try db.number("SELECT count(*) FROM \(rows.source) AS t\(rows.whereClause)"))
    }
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    if let kept = cachedRows(of: entity, sources) { return kept.reader }
    return try imageReader(of: entity, sources) ?? cachingReader(of: entity, sources)
  }

  /// Reads all rows of an entity from the file, or those after the row with a number.
  func tableReader(
    of entity: String,
    _ sources: [ColumnSource],
    after first: Int64? = nil
  ) throws -> any BatchReader {
    let rows = try rows(of: entity)
    let list = try SelectList(sources, of: entity, as: "t", in: model)
    let read = { (last: Int64?) in
      let isAfter = last.map { "\(rows.number) > \($0)" }
      let sql =
        "SELECT \(rows.number)\(list.continued) FROM \(rows.source) AS t"
        + "\(rows.whereClause(and: [isAfter].compactMap { $0 })) ORDER BY \(rows.number)"
      return try StatementReader(sql, list, self)
    }
    if first != nil { return try read(first) }
    return try pageReader(of: entity, list, rest: read) ?? read(nil)
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    let table = try model.table(entity)
    guard case .values(let parts) = table.mapping.key else {
      return references.map { RecordID(entity: entity, key: .number($0)) }
    }
    let columns = try gather(SelectList(parts, as: "t"), of: entity, references)
    return references.indices.map { row in
      RecordID(entity: entity, key: .values(columns.map { $0.value(at: row) }))
    }
  }

  func reference(to id: RecordID) throws -> Int64? {
    let reference = try findReferences(to: .list([id.key]), of: id.entity)[0]
    return reference == Column.nullReference ? nil : reference
  }

  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    try connection.perform { try PrimaryKeyLookup(entity, self, $0).references(to: keys) }
  }

  func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    guard case .number = try model.table(entity).mapping.key else {
      return Array(repeating: Column.nullReference, count: keys.count)
    }
    let last = try greatestNumber(of: entity)
    let present = try references(to: keys, of: entity)
    return present.enumerated().map { place, reference in
      guard reference == Column.nullReference, case .number(let number) = keys[place],
        number < last
      else { return Column.nullReference }
      return number
    }
  }

  func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    let table = try model.table(entity)
    guard let key = table.layout.uniqueKeys.first(where: { Set($0.paths) == Set(paths) }),
      key.paths.count == paths.count
    else { return nil }
    return try connection.perform { db in
      try ValueFinder(entity, paths, self, db)?.references(to: keys)
    }
  }
}

/// The parts of a statement about the rows of an entity, with its table as `t`.
struct EntityRows {
  let source: String
  /// The row number.
  let number: String
  /// Conditions that exclude rows of other entities; empty if there are none.
  let conditions: [String]

  /// The WHERE clause; empty without conditions.
  var whereClause: String { whereClause(and: []) }

  /// The WHERE clause with additional conditions; empty without any.
  func whereClause(and others: [String]) -> String {
    let all = conditions + others
    return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
  }
}

extension FileSnapshot {
  /// The rows of an entity. Sources without row numbers are copied to a numbered table first.
  ///
  /// - Parameter count: The number of other records for which rows are read.
  func rows(of entity: String, askedFor count: Int = 0) throws -> EntityRows {
    let table = try model.table(entity)
    try number(table.mapping)
    // The same statements read related records.
    for reference in table.layout.references {
      try number(model.table(reference.relationship.destination).mapping)
    }
    return EntityRows(
      source: model.source(of: table),
      number: "t." + table.mapping.rowNumber.quotedForSQL,
      conditions: try unfiltered(entity, askedFor: count).filter.map { [$0.condition(on: "t")] }
        ?? []
    )
  }
}
