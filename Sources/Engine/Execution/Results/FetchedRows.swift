import Columns
import Expressions
import Foundation
import Model
import Storage

/// The records of a fetch. Columns are computed when rows are read.
final class FetchedRows: ResultRows, @unchecked Sendable {
  let headers: [ResultHeader]
  private let columns: [OutputColumn]
  private let references: [Int64]
  private let entity: String
  private let environment: ExecutionEnvironment
  private let compiler = ProgramCompiler()
  private let programs: [Program]
  /// Whether nil stands for a total, for the columns with totals.
  private let totals: [(place: Int, expression: TypedExpression, program: Program)]
  /// Columns that were read in advance; nil to read them with the rows.
  private let read: ReadColumns?
  /// Rows that were computed at once, with their start.
  private var ahead: (start: Int, batch: ResultBatch)?
  /// The number of these rows.
  private static let window = 1 << 16
  /// Programs cache results, so the lock allows one call at a time, which makes the class sendable.
  private let lock = NSLock()

  init(
    columns: [OutputColumn],
    references: [Int64],
    entity: String,
    environment: ExecutionEnvironment,
    read: ReadColumns? = nil
  ) {
    self.read = read
    self.columns = columns
    self.references = references
    self.entity = entity
    self.environment = environment
    headers = columns.map {
      ResultHeader(name: $0.name, type: $0.expression.type, hasTotals: $0.isTotal != nil)
    }
    programs = columns.map { [compiler] in compiler.compile($0.expression) }
    totals = columns.enumerated().compactMap { [compiler] place, column in
      column.isTotal.map { (place, $0, compiler.compile($0)) }
    }
  }

  var rowCount: Int { references.count }

  /// Whether to compute many rows at once, as related records of remote stores are slow to read.
  private var readsAhead: Bool {
    read != nil
      && columns.contains { column in
        if case .attribute(_, .scope) = column.expression.kind { false } else { true }
      }
  }

  /// The stored columns of the records that columns of a result need.
  static func sources(of columns: [OutputColumn]) -> [ColumnSource] {
    let compiler = ProgramCompiler()
    for column in columns {
      if case .attribute(let path, .scope) = column.expression.kind {
        _ = compiler.index(of: .attribute(path))
      }
      _ = compiler.compile(column.expression)
    }
    return compiler.sources
  }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    lock.lock()
    defer { lock.unlock() }
    try environment.cancellation.check()
    guard readsAhead, range.upperBound <= (range.lowerBound / Self.window + 1) * Self.window else {
      return try batch(range)
    }
    let start = range.lowerBound / Self.window * Self.window
    let window =
      try ahead.flatMap { $0.start == start ? $0.batch : nil }
      ?? batch(start..<min(start + Self.window, rowCount))
    ahead = (start, window)
    return ResultBatch(
      count: range.count,
      cells: window.cells.map { $0.dropping(range.lowerBound - start, range.count) },
      totals: window.totals.mapValues { $0.dropping(range.lowerBound - start, range.count) }
    )
  }

  private func batch(_ range: Range<Int>) throws -> ResultBatch {
    let context = try context(range)
    let cells = try zip(columns, programs).map { column, program in
      try self.cells(of: program, column.expression, context)
    }
    let totals = try self.totals.map { place, expression, program in
      (place, try self.cells(of: program, expression, context))
    }
    return ResultBatch(
      count: range.count,
      cells: cells,
      totals: Dictionary(totals, uniquingKeysWith: { first, _ in first })
    )
  }

  private func context(_ range: Range<Int>) throws -> BatchContext {
    if let batch = read?.batch(range, of: references, compiler.sources) {
      return BatchContext(environment: environment, entity: entity, batch: batch)
    }
    return try compiler.context(
      entity: entity,
      references: Array(references[range]),
      outer: [],
      environment: environment
    )
  }

  /// Reads and computes only these columns.
  func selecting(_ columns: [Int]) -> any ResultRows {
    FetchedRows(
      columns: columns.map { self.columns[$0] },
      references: references,
      entity: entity,
      environment: environment,
      read: read
    )
  }

  /// Computes all columns that can fail, so that reading rows later does not fail.
  func failEarly() throws {
    let fallible = columns.map(\.expression).filter(\.canFail)
    if fallible.isEmpty { return }
    do {
      for start in stride(from: 0, to: rowCount, by: RowGatherer.chunk) {
        _ = try rows(start..<min(start + RowGatherer.chunk, rowCount))
      }
    } catch let failure as ExecutionError {
      // Errors name the record of lowest identity, whatever the order of rows.
      let context = try compiler.context(
        entity: entity,
        references: references.sorted(),
        outer: [],
        environment: environment
      )
      let rows = Array(0..<rowCount)
      throw try RowEvaluation(context).firstFailure(of: fallible, rows: rows) ?? failure
    }
  }

  private func cells(
    of program: Program,
    _ expression: TypedExpression,
    _ context: BatchContext
  ) throws -> ResultBatch.Cells {
    do {
      if case .attribute(let path, .scope) = expression.kind {
        let index = compiler.index(of: .attribute(path))
        return .column(context.batch.columns[index], start: context.batch.start)
      }
      if let column = try program.column(expression.type, context) {
        return .column(column, start: 0)
      }
      guard case .values(let node) = program else { throw MismatchedColumn() }
      return .values(try node.result(context))
    } catch is BatchFailure {
      let rows = RowEvaluation(context)
      return .values(try (0..<context.count).map { try rows.value(expression, row: $0) })
    }
  }
}

extension ResultBatch.Cells {
  /// `count` rows after the first `start`.
  fileprivate func dropping(_ start: Int, _ count: Int) -> Self {
    switch self {
    case .column(let column, let first): .column(column, start: first + start)
    case .values(let values): .values(Array(values[start..<start + count]))
    }
  }
}
