import Columns
import Storage
import Synchronization

/// Columns of entities in one state of a file, kept in memory for later statements.
///
/// They are what a scan gives. Who asks for a state that is another one has other columns.
final class CachedColumns: Sendable {
  /// What is kept of one entity.
  private struct Table {
    /// The numbers of all rows.
    let numbers: RowNumbers
    var columns: [ColumnSource: Kept] = [:]
  }

  private struct Kept {
    let column: Column
    let ticket: ColumnMemory.Ticket
  }

  /// Some columns of all rows of an entity.
  struct Rows {
    let numbers: RowNumbers
    let columns: [Column]
  }

  private let memory: ColumnMemory
  private let tables = Mutex<[String: Table]>([:])
  /// What was too large, by how much there was room for at that time.
  private let refused = Mutex(Refusals())

  private struct Refused: Hashable {
    let entity: String
    let sources: Set<ColumnSource>
  }

  /// A type of its own, as a dictionary in a mutex has the runtime look for its key's conformance even when
  /// it is empty, which takes as long as a look into a file.
  private struct Refusals: Sendable {
    var limits: [Refused: Int] = [:]
  }

  init(_ memory: ColumnMemory) {
    self.memory = memory
  }

  deinit {
    let tickets = tables.withLock { $0.values.flatMap { $0.columns.values.map(\.ticket) } }
    for ticket in tickets { memory.giveBack(ticket) }
  }

  /// The columns of `sources`; nil unless all are kept.
  func rows(of entity: String, _ sources: [ColumnSource]) -> Rows? {
    let found = tables.withLock { tables -> (Rows, [ColumnMemory.Ticket])? in
      guard let table = tables[entity] else { return nil }
      let kept = sources.compactMap { table.columns[$0] }
      guard kept.count == sources.count else { return nil }
      return (Rows(numbers: table.numbers, columns: kept.map(\.column)), kept.map(\.ticket))
    }
    guard let (rows, tickets) = found else { return nil }
    for ticket in tickets { memory.use(ticket) }
    return rows
  }

  /// Notes that these columns do not fit in the memory, or cannot be put together.
  func refuse(_ entity: String, _ sources: [ColumnSource], isTooLarge: Bool) {
    let limit = memory.limit
    refused.withLock { $0.limits[Refused(entity: entity, sources: Set(sources))] = limit }
    if isTooLarge { memory.refuse(entity) }
  }

  /// Whether these columns did not fit when there was as much room.
  func wasRefused(_ entity: String, _ sources: [ColumnSource]) -> Bool {
    let most = refused.withLock { $0.limits[Refused(entity: entity, sources: Set(sources))] }
    return most.map { memory.limit <= $0 } ?? false
  }

  /// How many rows an entity has; nil where nothing of it is kept.
  func count(of entity: String) -> Int? {
    tables.withLock { $0[entity]?.numbers.count }
  }

  /// Keeps columns of all rows of `entity`, as far as there is room.
  func keep(_ entity: String, _ numbers: [Int64], _ columns: [(ColumnSource, Column)]) {
    let numbers = RowNumbers(numbers)
    for (source, column) in columns { keep(column, source, of: entity, numbers) }
  }

  private func keep(
    _ column: Column,
    _ source: ColumnSource,
    of entity: String,
    _ numbers: RowNumbers
  ) {
    let isThere = tables.withLock { $0[entity]?.columns[source] != nil }
    // The numbers of the rows are counted with each column.
    let bytes = column.byteCount + column.count * MemoryLayout<Int64>.stride
    if isThere { return }
    let giveUp = { @Sendable [weak self] () -> Void in self?.drop(source, of: entity) }
    guard let ticket = memory.take(bytes, of: entity, giveUp: giveUp) else {
      return refuse(entity, [source], isTooLarge: true)
    }
    let isKept = tables.withLock { tables in
      var table = tables[entity] ?? Table(numbers: numbers)
      guard table.columns[source] == nil else { return false }
      table.columns[source] = Kept(column: column, ticket: ticket)
      tables[entity] = table
      return true
    }
    if !isKept { memory.giveBack(ticket) }
  }

  private func drop(_ source: ColumnSource, of entity: String) {
    tables.withLock { tables in
      tables[entity]?.columns[source] = nil
      if tables[entity]?.columns.isEmpty ?? false { tables[entity] = nil }
    }
  }
}

/// The numbers of the rows of an entity, rising, in which places are found.
struct RowNumbers: Sendable {
  let all: [Int64]
  /// The number of the first row, where each is one greater than the one before.
  private let first: Int64?

  init(_ all: [Int64]) {
    self.all = all
    if let first = all.first, let last = all.last,
      last.subtractingReportingOverflow(first) == (Int64(all.count - 1), false)
    {
      self.first = first
    } else {
      first = nil
    }
  }

  var count: Int { all.count }

  /// The places of rows by their numbers; null for those that are not there.
  func places(of numbers: [Int64]) -> [Int64] {
    numbers.map { number in
      if number == Column.nullReference { return number }
      guard let first else {
        return all.place(ofRising: number).map(Int64.init) ?? Column.nullReference
      }
      let (place, overflow) = number.subtractingReportingOverflow(first)
      return overflow || place < 0 || place >= Int64(all.count) ? Column.nullReference : place
    }
  }
}
