import GRDB
import SQLGeneration
import Storage

extension FileSnapshot {
  /// Whether the transaction is the one with which the snapshot began.
  var isUnbroken: Bool { lease.map { !$0.wasPaused } ?? false }

  /// Reads all rows of an entity from the pages of the file; nil where SQLite has to.
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

  /// The table of an entity, where it is read from the pages of the file: small ones are not.
  func pagedTable(of entity: String) throws -> PagedTable? {
    let mapping = try model.table(entity).mapping
    let table = try connection.perform { db in isUnbroken ? try pages.table(mapping, db) : nil }
    guard let table, table.tree.leaves.count >= fewestPages else { return nil }
    return table
  }

  /// So few rows are found sooner one by one.
  private static let fewestGathered = 32

  /// Reads the columns of rows, whose numbers rise, from the pages of the file, with the numbers of those
  /// that are there; nil where SQLite has to.
  func gatherFromPages(
    _ sources: [ColumnSource],
    _ list: SelectList,
    of entity: String,
    _ wanted: [Int64]
  ) throws -> (numbers: [Int64], columns: [Column])? {
    guard wanted.count >= Self.fewestGathered, list.isReadFromPages,
      let table = try pagedTable(of: entity)
    else { return nil }
    let filter = try unfiltered(entity).filter
    return try connection.perform { _ in
      guard isUnbroken,
        let columns = pages.columns(entity, sources, { PageColumns(table, list, filter) }),
        let (numbers, read) = try columns.read(
          wanted,
          noting: misfits,
          connection.checkCancellation
        )
      else { return nil }
      return (numbers, read)
    }
  }
}
