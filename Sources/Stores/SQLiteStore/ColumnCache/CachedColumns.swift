import ColumnImages
import Columns
import Storage
import Synchronization

/// Cached columns of the entities in one state of a file, as a scan returns them.
final class CachedColumns: Sendable {
  /// The cached columns of one entity.
  private struct Table {
    /// The numbers of all rows.
    let numbers: RowNumbers
    var columns: [ColumnSource: CachedColumn] = [:]
  }

  private struct CachedColumn {
    let column: Column
    let ticket: ColumnCacheBudget.Ticket
    /// Whether it was read from an image.
    let isFromImage: Bool
  }

  /// Columns of all rows of an entity.
  struct Rows {
    let numbers: RowNumbers
    let columns: [Column]
    /// Whether images of all of them were read.
    let areFromImages: Bool
  }

  private let memory: ColumnCacheBudget
  private let tables = Mutex<[String: Table]>([:])
  /// The columns that were too large, with the memory limit at that time.
  private let refused = Mutex(Refusals())

  private struct Refused: Hashable {
    let entity: String
    let sources: Set<ColumnSource>
  }

  /// A separate type, since a dictionary in a mutex makes the runtime look up its key's conformance
  /// even if it is empty, which takes as long as reading from a file.
  private struct Refusals: Sendable {
    var limits: [Refused: Int] = [:]
  }

  init(_ memory: ColumnCacheBudget) {
    self.memory = memory
  }

  deinit {
    let tickets = tables.withLock { $0.values.flatMap { $0.columns.values.map(\.ticket) } }
    for ticket in tickets { memory.release(ticket) }
  }

  /// The columns of `sources`; nil unless all are cached.
  func rows(of entity: String, _ sources: [ColumnSource]) -> Rows? {
    let found = tables.withLock { tables -> (Rows, [ColumnCacheBudget.Ticket])? in
      guard let table = tables[entity] else { return nil }
      let kept = sources.compactMap { table.columns[$0] }
      guard kept.count == sources.count else { return nil }
      let rows = Rows(
        numbers: table.numbers,
        columns: kept.map(\.column),
        areFromImages: kept.allSatisfy(\.isFromImage)
      )
      return (rows, kept.map(\.ticket))
    }
    guard let (rows, tickets) = found else { return nil }
    for ticket in tickets { memory.use(ticket) }
    return rows
  }

  /// Records that these columns do not fit in memory, or cannot be combined.
  func refuse(_ entity: String, _ sources: [ColumnSource], isTooLarge: Bool) {
    let limit = memory.limit
    refused.withLock { $0.limits[Refused(entity: entity, sources: Set(sources))] = limit }
    if isTooLarge { memory.refuse(entity) }
  }

  /// Whether these columns were refused with the current memory limit or a greater one.
  func wasRefused(_ entity: String, _ sources: [ColumnSource]) -> Bool {
    let most = refused.withLock { $0.limits[Refused(entity: entity, sources: Set(sources))] }
    return most.map { memory.limit <= $0 } ?? false
  }

  /// The number of an entity's rows; nil if none of its columns are cached.
  func count(of entity: String) -> Int? {
    tables.withLock { $0[entity]?.numbers.count }
  }

  /// Caches columns of all rows of `entity`, as memory permits.
  func keep(
    _ entity: String,
    _ numbers: RowNumbers,
    _ columns: [(ColumnSource, Column)],
    fromImages: Bool = false
  ) {
    for (source, column) in columns { keep(column, source, of: entity, numbers, fromImages) }
  }

  private func keep(
    _ column: Column,
    _ source: ColumnSource,
    of entity: String,
    _ numbers: RowNumbers,
    _ isFromImage: Bool
  ) {
    let isThere = tables.withLock { $0[entity]?.columns[source] != nil }
    // The row numbers count for each column.
    let bytes = column.byteCount + column.count * MemoryLayout<Int64>.stride
    if isThere { return }
    let discard = { @Sendable [weak self] () -> Void in self?.drop(source, of: entity) }
    guard let ticket = memory.take(bytes, of: entity, discard: discard) else {
      return refuse(entity, [source], isTooLarge: true)
    }
    let isKept = tables.withLock { tables in
      var table = tables[entity] ?? Table(numbers: numbers)
      guard table.columns[source] == nil else { return false }
      table.columns[source] = CachedColumn(
        column: column.scannedRepeatedly,
        ticket: ticket,
        isFromImage: isFromImage
      )
      tables[entity] = table
      return true
    }
    if !isKept { memory.release(ticket) }
  }

  private func drop(_ source: ColumnSource, of entity: String) {
    tables.withLock { tables in
      tables[entity]?.columns[source] = nil
      if tables[entity]?.columns.isEmpty ?? false { tables[entity] = nil }
    }
  }
}
