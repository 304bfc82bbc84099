public import Model
public import Rendering
public import Storage

/// The result of a statement, with notes.
public struct StatementOutcome {
  /// The kinds of answers.
  public enum Answer {
    /// Rows to print.
    case rows(any ResultRows)
    /// Rows with a chart, of `fetch … chart`.
    case charted(any RowsWithChart)
    /// A single value, of `=` and `count`.
    case value(Value, ValueType)
    /// A message in one line: `1 inserted`.
    case message(String)
    /// A report, of `explain` and `trace`.
    case report(Report)
    /// A query that has run once and can run again, of `watch`.
    case watch(WatchedQuery)
    /// The result of an `expect`.
    case expectation(ExpectationResult)
  }

  /// The answer.
  public let answer: Answer
  private var collectNotes: () -> [String] = { [] }

  init(_ answer: Answer, notes: @escaping () -> [String] = { [] }) {
    self.answer = answer
    collectNotes = notes
  }

  package static func rows(_ rows: any ResultRows) -> Self { Self(.rows(rows)) }
  package static func charted(_ rows: any RowsWithChart) -> Self { Self(.charted(rows)) }
  package static func value(_ value: Value, _ type: ValueType) -> Self { Self(.value(value, type)) }
  package static func message(_ text: String) -> Self { Self(.message(text)) }
  package static func report(_ report: Report) -> Self { Self(.report(report)) }
  package static func expectation(_ result: ExpectationResult) -> Self {
    Self(.expectation(result))
  }
  package static func watch(_ query: WatchedQuery) -> Self { Self(.watch(query)) }

  /// Notes to show below the answer, one a line, such as about invalid values or changed models.
  ///
  /// Call it after reading the rows, since reading finds invalid values. Each note is returned
  /// once.
  public func notes() -> [String] { collectNotes() }

  /// The rows, with or without a chart; nil for other answers.
  public var rows: (any ResultRows)? {
    switch answer {
    case .rows(let rows): rows
    case .charted(let charted): charted.rows
    case .value, .message, .report, .watch, .expectation: nil
    }
  }
}

/// Rows with a chart.
public protocol RowsWithChart {
  /// The rows.
  var rows: any ResultRows { get }

  /// The chart as text.
  func text(in context: RenderingContext) throws -> String

  /// The chart as an SVG document, with the text that describes it; nil if no row has a finite
  /// value.
  func picture() throws -> (svg: String, description: String)?
}
