import Columns
import GRDB
import Model
import SQLGeneration
import Storage

extension FileSnapshot {
  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    if let kept = try cachedRows(of: entity, sources, gathering: references) {
      return try kept.gathered(at: references, mayMissRows: model.isNative)
    }
    _ = try rows(of: entity)
    // SQLite returns at most 2,000 columns from one statement.
    let most = 1_000
    return try stride(from: 0, to: max(1, sources.count), by: most).flatMap { start in
      let part = Array(sources[start..<min(start + most, sources.count)])
      let list = try SelectList(part, of: entity, as: "t", in: model)
      return try gather(list, part, of: entity, references)
    }
  }

  /// The columns of a statement for the rows with the numbers `references`.
  ///
  /// - Parameter sources: The sources of the columns, if known.
  func gather(
    _ list: SelectList,
    _ sources: [ColumnSource]? = nil,
    of entity: String,
    _ references: [Int64]
  ) throws -> [Column] {
    let isSorted = references.isStrictlyAscending
    let wanted = isSorted ? references : references.distinctAscending
    let (found, columns) =
      try sources.flatMap { try gatherFromPages($0, list, of: entity, wanted) }
      ?? gatherByStatements(list, of: entity, wanted)
    // A snapshot returns no reference to a missing row, unless it outlives a change of a file
    // without a log.
    guard model.isNative || found.count == wanted.count else { throw StoreError.outdated }
    if isSorted, found.count == references.count { return columns }
    // Restore the order, duplicates and nulls from the few rows that were read.
    let order = references.map { found.place(ofRising: $0).map(Int64.init) ?? Column.nullReference }
    return columns.map { $0.gathered(at: order) }
  }

  private func gatherByStatements(
    _ list: SelectList,
    of entity: String,
    _ wanted: [Int64]
  ) throws -> (numbers: [Int64], columns: [Column]) {
    let rows = try rows(of: entity)
    let select = "SELECT \(rows.number)\(list.continued) FROM \(rows.source) AS t"
    var gathering = RowGathering(wanted, list, invalidValueLog)
    let columns = try connection.perform { db in try gathering.columns(select, rows, db) }
    return (gathering.found, columns)
  }
}

/// Reads columns of some rows: one by one if they are far apart, otherwise the range from the first
/// to the last.
private struct RowGathering {
  private let wanted: [Int64]
  private let list: SelectList
  private let decoders: [any ColumnDecoder]
  private let invalidValueLog: InvalidValueLog
  /// The numbers of the existing rows.
  private(set) var found: [Int64] = []

  /// - Parameters:
  ///   - wanted: The distinct row numbers in ascending order.
  ///   - invalidValueLog: Receives the fields with invalid values.
  init(_ wanted: [Int64], _ list: SelectList, _ invalidValueLog: InvalidValueLog) {
    self.wanted = wanted
    self.list = list
    self.invalidValueLog = invalidValueLog
    decoders = list.makeDecoders()
  }

  /// The columns of the existing rows.
  mutating func columns(_ select: String, _ rows: EntityRows, _ db: Database) throws -> [Column] {
    found.reserveCapacity(wanted.count)
    if wanted.areClose {
      let sql =
        select + rows.whereClause(and: ["\(rows.number) BETWEEN ? AND ?"])
        + " ORDER BY \(rows.number)"
      try readRange(try db.cachedStatement(sql: sql), db)
    } else {
      let sql = select + rows.whereClause(and: ["\(rows.number) = ?"])
      try readEach(try db.cachedStatement(sql: sql), db)
    }
    return list.takeColumns(of: decoders, noting: invalidValueLog)
  }

  private mutating func readRange(_ statement: Statement, _ db: Database) throws {
    guard let first = wanted.first, let last = wanted.last else { return }
    defer { statement.reset() }
    statement.bind(first, at: 1)
    statement.bind(last, at: 2)
    var place = 0
    while try statement.step(db) {
      let number = statement.number(0)
      // Skip rows that are not wanted.
      while place < wanted.count, wanted[place] < number { place += 1 }
      if place < wanted.count, wanted[place] == number { append(statement) }
    }
  }

  private mutating func readEach(_ statement: Statement, _ db: Database) throws {
    for number in wanted {
      statement.bind(number, at: 1)
      defer { statement.reset() }
      if try statement.step(db) { append(statement) }
    }
  }

  private mutating func append(_ statement: Statement) {
    found.append(statement.number(0))
    let row = statement.sqliteStatement
    for place in decoders.indices { decoders[place].append(row, Int32(place + 1)) }
  }
}

extension [Int64] {
  /// Whether the numbers are strictly ascending, without null.
  var isStrictlyAscending: Bool {
    first != Column.nullReference && isAscending
  }

  /// The distinct numbers except null, in ascending order.
  fileprivate var distinctAscending: [Int64] {
    var result: [Int64] = []
    for number in sorted() where number != Column.nullReference && number != result.last {
      result.append(number)
    }
    return result
  }

  /// Whether the ascending numbers contain a large part of those between the first and the last.
  var areClose: Bool { span(atMost: count) }

  /// Whether the range from the first to the last number is not much larger than `count`.
  func span(atMost count: Int) -> Bool {
    guard let first, let last else { return true }
    let span = last.subtractingReportingOverflow(first)
    return !span.overflow && span.partialValue / 4 <= Int64(count)
  }
}
