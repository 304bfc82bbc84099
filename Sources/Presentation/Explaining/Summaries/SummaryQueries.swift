import Binding
import Columns
import Diagnostics
import Execution
import Foundation
import Model
import Session
import Storage
import Syntax

/// The queries of a summary.
struct SummaryQueries {
  let session: QuerySession
  /// The entity's name, quoted for a query.
  let entity: String
  /// Shared by all queries, so that they see the same snapshot.
  let executor: Executor

  private static let bins = 8

  /// Counts, minimums, maximums and means of all attributes, in one pass.
  func facts(_ attributes: [SummarizedAttribute]) throws -> [AttributeFacts] {
    guard !attributes.isEmpty else { return [] }
    var columns: [String] = []
    for attribute in attributes {
      let name = attribute.quotedName
      columns.append(attribute.isSingle ? "count(\(name))" : "count()")
      if attribute.isOrdered { columns += ["min(\(name))", "max(\(name))"] }
      if attribute.type.isNumeric { columns.append("avg(\(name))") }
    }
    let rows = try rows("select \(columns.joined(separator: ", "))")
    let batch = try rows.rows(0..<min(1, rows.rowCount))
    guard batch.count == 1 else { return attributes.map { _ in AttributeFacts() } }
    var column = 0
    func next() -> Value {
      defer { column += 1 }
      return batch.value(row: 0, column: column)
    }
    return try attributes.map { attribute in
      var facts = AttributeFacts()
      if case .int(let count) = next() { facts.count = Int(count) }
      if !attribute.isSingle {
        facts.count = try self.rows("where \(attribute.quotedName) != nil select count()")
          .firstCount
      }
      if attribute.isOrdered { (facts.least, facts.greatest) = (next(), next()) }
      if attribute.type.isNumeric { facts.mean = next().number }
      return facts
    }
  }

  /// The number of distinct non-nil values.
  func distinct(_ attribute: SummarizedAttribute, _ facts: AttributeFacts) throws -> Int? {
    guard attribute.isComparable else { return nil }
    if facts.count == 0 { return 0 }
    let name = attribute.quotedName
    return try rows("where \(name) != nil select distinct \(name)").rowCount
  }

  /// The distribution of values; nil if there is none to show.
  func histogram(_ attribute: SummarizedAttribute, _ facts: AttributeFacts) throws -> String? {
    guard facts.count > 0 else { return nil }
    switch attribute.type {
    case .int, .double, .date: return try spread(attribute, facts)
    case .bool, .string, .enumeration: return try frequencies(attribute)
    default: return nil
    }
  }

  /// The distribution of numbers and dates from minimum to maximum.
  private func spread(_ attribute: SummarizedAttribute, _ facts: AttributeFacts) throws -> String? {
    guard let least = facts.least.number, let greatest = facts.greatest.number else { return nil }
    guard least.isFinite, greatest.isFinite else { return nil }
    var counts = BinCounts(from: least, to: greatest, bins: Self.bins)
    let rows = try rows("select \(attribute.quotedName)")
    for start in stride(from: 0, to: rows.rowCount, by: 8_192) {
      let batch = try rows.rows(start..<min(start + 8_192, rows.rowCount))
      counts.add(batch)
    }
    return SparkLine.text(counts.counts)
  }

  /// The most frequent values first.
  private func frequencies(_ attribute: SummarizedAttribute) throws -> String? {
    let name = attribute.quotedName
    let rows = try rows(
      "where \(name) != nil select \(name), count() as n group by \(name) sort n desc "
        + "limit \(Self.bins)"
    )
    let batch = try rows.rows(0..<rows.rowCount)
    let counts = (0..<batch.count).map { batch.value(row: $0, column: 1).number.map(Int.init) ?? 0 }
    return counts.contains { $0 > 1 } ? SparkLine.text(counts) : nil
  }

  private func rows(_ clauses: String) throws -> any ResultRows {
    var parser = ScriptParser(SourceText(name: "", text: "fetch \(entity) \(clauses)"))
    switch parser.next() {
    case .statement(let statement)?:
      guard case .fetch(let query) = statement.kind else { break }
      return try executor.rows(of: executor.plan(session.binder.bindFetch(query)))
    case .failure(let diagnostics, _)?: throw DiagnosticList(diagnostics)
    default: break
    }
    return ListedRows(headers: [], rows: [])
  }
}

/// Counts numbers in equal ranges between two bounds.
struct BinCounts {
  private(set) var counts: [Int]
  private let least: Double
  private let extent: Double
  /// A factor that keeps differences finite.
  private let scale: Double

  init(from least: Double, to greatest: Double, bins: Int) {
    scale = (greatest - least).isFinite ? 1 : 0.5
    self.least = least * scale
    extent = greatest * scale - least * scale
    counts = Array(repeating: 0, count: greatest > least ? bins : 1)
  }

  /// Counts the first column of a batch.
  mutating func add(_ batch: ResultBatch) {
    guard let cells = batch.cells.first else { return }
    switch cells {
    case .column(.int(let column), let start), .column(.date(let column), let start):
      add(column, start..<start + batch.count) { Double($0) }
    case .column(.double(let column), let start):
      add(column, start..<start + batch.count) { $0 }
    default:
      for row in 0..<batch.count {
        if let number = batch.value(row: row, column: 0).number { add(number) }
      }
    }
  }

  private mutating func add<Element>(
    _ column: FixedColumn<Element>,
    _ rows: Range<Int>,
    _ number: (Element) -> Double
  ) {
    for row in rows where column.isValid(row) { add(number(column.values[row])) }
  }

  private mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    let place = (number * scale - least) / extent * Double(counts.count)
    counts[place.isFinite ? Int(min(max(place, 0), Double(counts.count - 1))) : 0] += 1
  }
}

/// A sparkline.
enum SparkLine {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A bar for each count; a space for zero.
  static func text(_ counts: [Int]) -> String {
    let most = max(counts.max() ?? 0, 1)
    return String(
      counts.map { count in
        count <= 0 ? " " : bars[min(count * bars.count / most, bars.count - 1)]
      }
    )
  }
}

extension ResultRows {
  /// The number in the first row and column.
  fileprivate var firstCount: Int {
    get throws {
      guard rowCount > 0, case .int(let count) = try rows(0..<1).value(row: 0, column: 0) else {
        return 0
      }
      return Int(count)
    }
  }
}

extension Value {
  /// The number or date as a Double.
  fileprivate var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    case .date(let moment): Double(moment.microseconds)
    default: nil
    }
  }
}
