public import Model
public import Rendering
public import Storage

/// What a statement answers, with what a person should know about it.
public struct StatementOutcome {
  /// The answer itself.
  public enum Answer {
    /// Rows to print.
    case rows(any ResultRows)
    /// Rows that are drawn where people read them: of `fetch … chart`.
    case drawn(any RowsWithChart)
    /// A single value to print: of `=` and `count`.
    case value(Value, ValueType)
    /// What was done, in one line: `1 inserted`.
    case message(String)
    /// An answer in words: of `explain` and `trace`.
    case report(Report)
    /// A query to look at again and again, run for the first time: of `watch`.
    case watch(WatchedQuery)
  }

  /// The answer.
  public let answer: Answer
  private var collectNotes: () -> [String] = { [] }

  init(_ answer: Answer, notes: @escaping () -> [String] = { [] }) {
    self.answer = answer
    collectNotes = notes
  }

  package static func rows(_ rows: any ResultRows) -> Self { Self(.rows(rows)) }
  package static func drawn(_ rows: any RowsWithChart) -> Self { Self(.drawn(rows)) }
  package static func value(_ value: Value, _ type: ValueType) -> Self { Self(.value(value, type)) }
  package static func message(_ text: String) -> Self { Self(.message(text)) }
  package static func report(_ report: Report) -> Self { Self(.report(report)) }
  package static func watch(_ query: WatchedQuery) -> Self { Self(.watch(query)) }

  /// Remarks to show below the answer, a line each: how others have changed the models, which fields hold
  /// values that do not fit, where a migration left a copy.
  ///
  /// Ask once the rows are printed: what a field holds is known when it has been read. Each remark is given once.
  public func notes() -> [String] { collectNotes() }

  /// The rows of a result, drawn or not; nil where there is none.
  public var rows: (any ResultRows)? {
    switch answer {
    case .rows(let rows): rows
    case .drawn(let drawn): drawn.rows
    case .value, .message, .report, .watch: nil
    }
  }
}

/// Rows with a picture of them.
public protocol RowsWithChart {
  /// The rows.
  var rows: any ResultRows { get }

  /// The picture in characters, for people.
  func text(in context: RenderingContext) throws -> String
}
