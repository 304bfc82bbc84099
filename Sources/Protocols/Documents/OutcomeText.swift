import Diagnostics
import Files
public import Rendering
public import Session
import Storage

/// Shows outcomes of statements as plain text, beside their HTML.
public enum OutcomeText {
  /// The text. Throws the errors of reading rows.
  public static func text(
    _ outcome: StatementOutcome,
    in context: RenderingContext
  ) throws -> String {
    switch outcome.answer {
    case .charted(let charted) where charted.rows.rowCount > 0:
      return try charted.text(in: context)
    case .value(let value, _): return context.values.string(value)
    case .message(let text): return text
    case .report(let report): return report.rendered(in: context)
    case .expectation(let result): return result.isMet ? "as expected" : ""
    case .watch(let watched): return try table(watched.rows, context)
    case .rows, .charted: return try outcome.rows.map { try table($0, context) } ?? ""
    }
  }

  private static func table(
    _ rows: any ResultRows,
    _ context: RenderingContext
  ) throws -> String {
    var bytes: [UInt8] = []
    var context = context
    context.maxRows = RenderingContext.defaultMaxRows
    try humanOutputModes[0].render(rows, in: context) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
