import GRDB
import SQLGeneration
import Storage

/// What one snapshot knows of the pages of its file: found out when it is first asked.
///
/// It is used in the turn of the snapshot's connection alone: that is what makes the class safe to share.
final class SnapshotPages: @unchecked Sendable {
  /// The file; nil within where it cannot be read so.
  private var file: PageFile??
  private var tables: [String: PagedTable?] = [:]
  private var lastColumns: (entity: String, sources: [ColumnSource], columns: PageColumns)?

  /// The table of an entity; nil where SQLite has to read it.
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

  /// What decodes columns; who gathers the same ones again goes on with the same dictionaries of texts.
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
