import Diagnostics
import Foundation
import Model
import Rendering
import Session
import Storage

/// The answer of a statement, in a form to compare: numbers are equal regardless of type and
/// rounding errors.
package struct LessonAnswer {
  /// The names of the columns; empty if they have none.
  private var names: [String]
  /// Whether it is a report, such as that of `trace`.
  let isReport: Bool
  private var rows: [[String]]

  /// The answer of `outcome`; nil if it is only a message.
  init?(_ outcome: StatementOutcome) throws {
    if let rows = outcome.rows {
      (names, isReport) = (rows.headers.map(\.name), false)
      self.rows = try rows.allValues().map { $0.map(Self.text) }
      return
    }
    if case .report = outcome.answer { isReport = true } else { isReport = false }
    switch outcome.answer {
    case .value(let value, _): (names, rows) = ([""], [[Self.text(value)]])
    case .report(let report):
      names = [""]
      rows = report.sections.map { [$0.title, Report.text(of: $0, in: RenderingContext())] }
    case .message, .watch, .rows, .charted, .expectation: return nil
    }
  }

  var rowCount: Int { rows.count }

  var columnCount: Int { names.count }

  /// The value, if there is exactly one.
  var onlyValue: String? { rows.count == 1 && columnCount == 1 ? rows[0][0] : nil }

  /// Whether the rows are equal, with columns in any order.
  func matches(_ other: LessonAnswer, isOrdered: Bool) -> Bool {
    matchingOrders(other, isOrdered: isOrdered).first { _ in true } != nil
  }

  /// The own and the expected name of a column with a different name in an answer with equal rows,
  /// if the expected name is one of `counted`; nil if there is none.
  func otherName(
    than other: LessonAnswer,
    among counted: [String],
    isOrdered: Bool
  ) -> (own: String, wanted: String)? {
    let renamed = matchingOrders(other, isOrdered: isOrdered).map { order in
      zip(order.map { names[$0] }, other.names).filter { $0 != $1 && counted.contains($1) }
    }
    // Columns with equal values are interchangeable.
    return renamed.min { $0.count < $1.count }?.first.map { (own: $0, wanted: $1) }
  }

  /// The columns whose values differ from another answer with one row; as few as possible.
  func otherColumns(than other: LessonAnswer) -> [String] {
    guard columnCount == other.columnCount, let row = rows.first, let wanted = other.rows.first
    else {
      return []
    }
    let others = Self.orders(of: columnCount).map { order in
      zip(order, wanted).filter { row[$0] != $1 }.map { names[$0.0] }
    }
    return others.min { $0.count < $1.count } ?? []
  }

  /// The first row that differs from an answer with the same rows in another order.
  func firstDisplaced(
    from other: LessonAnswer
  ) -> (number: Int, own: String, wanted: String)? {
    guard let order = matchingOrders(other, isOrdered: false).first(where: { _ in true }) else {
      return nil
    }
    for (index, (row, wanted)) in zip(rows, other.rows).enumerated() {
      let own = order.map { row[$0] }
      if own != wanted {
        return (index + 1, Self.text(own, order.map { names[$0] }), Self.text(wanted, other.names))
      }
    }
    return nil
  }

  /// The answer without a column.
  func without(_ column: String) -> LessonAnswer {
    guard let index = names.firstIndex(of: column) else { return self }
    var answer = self
    answer.names.remove(at: index)
    answer.rows = rows.map { $0.enumerated().filter { $0.offset != index }.map(\.element) }
    return answer
  }

  /// The first row that is only in this answer and the first that is only in the other, as text.
  /// Columns are paired for the most equal rows. Nil if the number of columns differs.
  func differences(from other: LessonAnswer) -> (own: String?, other: String?) {
    guard columnCount == other.columnCount else { return (nil, nil) }
    let pairings = Self.orders(of: columnCount).map { order in
      let rows = rows.map { row in order.map { row[$0] } }
      return (order: order, own: Self.rest(rows, other.rows), other: Self.rest(other.rows, rows))
    }
    guard let best = pairings.min(by: { $0.own.count < $1.own.count }) else { return (nil, nil) }
    return (
      best.own.first.map { Self.text($0, best.order.map { names[$0] }) },
      best.other.first.map { Self.text($0, other.names) }
    )
  }

  /// The multiset difference of rows.
  private static func rest(_ rows: [[String]], _ others: [[String]]) -> [[String]] {
    var counts: [[String]: Int] = [:]
    for row in others { counts[row, default: 0] += 1 }
    return rows.filter { row in
      guard let count = counts[row], count > 0 else { return true }
      counts[row] = count - 1
      return false
    }
  }

  /// `owner = "Zoë", count() = 3`
  private static func text(_ row: [String], _ names: [String]) -> String {
    zip(names, row).map { $0.isEmpty ? $1 : "\($0) = \($1)" }.joined(separator: ", ")
  }

  /// The permutations of columns that make the rows equal to those of another answer.
  private func matchingOrders(
    _ other: LessonAnswer,
    isOrdered: Bool
  ) -> some Sequence<[Int]> {
    let isComparable = columnCount == other.columnCount && rows.count == other.rows.count
    let wanted = isOrdered ? other.rows : other.rows.sorted(by: Self.precedes)
    return (isComparable ? Self.orders(of: columnCount) : []).lazy.filter { order in
      let own = columnCount > 1 ? rows.map { row in order.map { row[$0] } } : rows
      return (isOrdered ? own : own.sorted(by: Self.precedes)) == wanted
    }
  }

  private static func precedes(_ left: [String], _ right: [String]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  /// The permutations of `count` columns; only the identity if there are many.
  private static func orders(of count: Int) -> [[Int]] {
    guard count <= 4 else { return [Array(0..<count)] }
    return (0..<count).reduce([[]]) { orders, column in
      orders.flatMap { order in
        (0...order.count).map { place in
          Array(order[..<place]) + [column] + Array(order[place...])
        }
      }
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .int(let number): text(Double(number))
    case .double(let number): text(number)
    case .decimal(let number): text(Double("\(number)") ?? 0)
    case .string(let text): text.debugDescription
    case .null: "nil"
    case .list(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .object(let fields): "{" + fields.map { text($0.value) }.joined(separator: ", ") + "}"
    default: "\(value)"
    }
  }

  private static func text(_ number: Double) -> String {
    number == 0 ? "0" : String(format: "%.9g", number)
  }
}

extension LessonAnswer {
  /// The answer of a check.
  enum CheckResult {
    /// The error message.
    case failed(String)
    case answer(LessonAnswer)
    /// A preview, and whether the statement would be rejected.
    case preview(isRefused: Bool)

    /// Runs a check in a session.
    init(_ check: String, in session: QuerySession) {
      do {
        let outcome = try session.runScript(check, name: "check")
        if case .report(let report)? = outcome?.answer {
          self = .preview(isRefused: report.isRejected)
        } else if let answer = try outcome.flatMap({ try LessonAnswer($0) }) {
          // The old values depend on the learner's changes.
          self = .answer(check == "changes" ? answer.without("old") : answer)
        } else {
          self = .failed("there is no answer")
        }
      } catch {
        self = .failed(Self.message(error))
      }
    }

    private static func message(_ error: any Error) -> String {
      guard case .failed(let diagnostics) = SessionError(error, in: nil) else { return "" }
      return diagnostics.first?.message ?? ""
    }

    func matches(_ other: CheckResult) -> Bool {
      switch (self, other) {
      case (.failed, .failed): true
      case (.answer(let own), .answer(let other)): own.matches(other, isOrdered: false)
      case (.preview(let own), .preview(let other)): own == other
      // A statement that cannot be previewed is rejected, too.
      case (.preview(let isRefused), .failed), (.failed, .preview(let isRefused)): isRefused
      default: false
      }
    }
  }
}
