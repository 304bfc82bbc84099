import GRDB
import SQLGeneration
import Storage

/// A snapshot's lazily read information about the pages of its file.
///
/// It is only used in the turn of the snapshot's connection, which makes it safe to share.
final class SnapshotPages: @unchecked Sendable {
  /// The file; the inner optional is nil if its pages cannot be read.
  private var file: PageFile??
  private var tables: [String: PagedTable?] = [:]
  private var lastColumns: (entity: String, sources: [ColumnSource], columns: PageColumns)?

  /// The table of an entity; nil if SQLite has to read it.
  func table(_ mapping: EntityMapping, _ db: Database) throws -> PagedTable? {
    if let table = tables[mapping.entity] { return table }
    let table = try file(db).flatMap { try PagedTable(mapping, $0, db) }
    tables[mapping.entity] = .some(table)
    return table
  }

  private func file(_ db: Database) throws -> PageFile? {
    if let file { return file }
    let found = try PageFile(db)
    file = .some(found)
    return found
  }

  /// The decoder of some columns. Gathering the same columns again continues with the same
  /// dictionaries of strings.
  func columns(
    _ entity: String,
    _ sources: [ColumnSource],
    _ make: () throws -> PageColumns?
  ) rethrows -> PageColumns? {
    if let lastColumns, lastColumns.entity == entity, lastColumns.sources == sources {
      return lastColumns.columns
    }
    let columns = try make()
    lastColumns = columns.map { (entity, sources, $0) }
    return columns
  }
}
