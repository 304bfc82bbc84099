import GRDB
import SQLGeneration
import Storage

extension FileSnapshot {
  /// Whether the snapshot's transaction has not been interrupted.
  var isUnbroken: Bool { lease.map { !$0.wasPaused } ?? false }

  /// Reads all rows of an entity from the pages of the file; nil if SQLite has to read them.
  func pageReader(
    of entity: String,
    _ list: SelectList,
    rest: @escaping (Int64?) throws -> any BatchReader
  ) throws -> (any BatchReader)? {
    guard list.isReadFromPages, let table = try pagedTable(of: entity),
      let columns = PageColumns(table, list, try unfiltered(entity).filter)
    else { return nil }
    return PageReader(columns, leafCount: table.tree.leaves.count, self, rest: rest)
  }

  /// The table of an entity, if it is large enough for reading its pages.
  func pagedTable(of entity: String) throws -> PagedTable? {
    let mapping = try model.table(entity).mapping
    let table = try connection.perform { db in isUnbroken ? try pages.table(mapping, db) : nil }
    guard let table, table.tree.leaves.count >= minimumPages else { return nil }
    return table
  }

  /// Fewer rows are faster to look up one by one.
  private static let minGathered = 32

  /// Reads columns of the rows with the ascending numbers `wanted` from the pages of the file, with
  /// the numbers of the existing rows; nil if SQLite has to read them.
  func gatherFromPages(
    _ sources: [ColumnSource],
    _ list: SelectList,
    of entity: String,
    _ wanted: [Int64]
  ) throws -> (numbers: [Int64], columns: [Column])? {
    guard wanted.count >= Self.minGathered, list.isReadFromPages,
      let table = try pagedTable(of: entity)
    else { return nil }
    let filter = try unfiltered(entity).filter
    return try connection.perform { _ in
      guard isUnbroken,
        let columns = pages.columns(entity, sources, { PageColumns(table, list, filter) }),
        let (numbers, read) = try columns.read(
          wanted,
          noting: invalidValueLog,
          connection.checkCancellation
        )
      else { return nil }
      return (numbers, read)
    }
  }
}
