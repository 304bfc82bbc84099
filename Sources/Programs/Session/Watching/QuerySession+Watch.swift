import Binding
import Diagnostics
import Model
package import Rendering
import Storage
package import Syntax

/// `watch`: follows the result of a query.
extension QuerySession {
  func watch(_ statement: WatchStatement) throws -> StatementOutcome {
    .watch(try WatchedQuery(statement, in: self))
  }

  /// The duration of `watch for …`.
  func watchTime(_ syntax: ExpressionSyntax) throws -> Duration {
    let expression = try binder.bindExpression(syntax)
    switch try value(of: expression, settings.evaluationContext()) {
    case .duration(let span) where span.months == 0 && span.microseconds >= 0:
      return .microseconds(span.microseconds)
    case .duration(let span) where span.months != 0:
      throw Self.noTime(syntax, "months and years have no fixed length", "`for 4 weeks`")
    case .duration:
      throw Self.noTime(syntax, "the duration cannot be negative", "`for 10 seconds`")
    default:
      throw Self.noTime(syntax, "this is not a duration", "durations have a unit: `for 10 seconds`")
    }
  }

  private static func noTime(
    _ syntax: ExpressionSyntax,
    _ message: String,
    _ help: String
  ) -> DiagnosticList {
    DiagnosticList([Diagnostic(message, at: syntax.span, help: [help])])
  }

  /// The section of `explain` about which commits run the query again.
  package func explainedWatch(_ statement: WatchStatement) throws -> Report.Section {
    let request =
      try statement.isCount
      ? binder.bindCount(statement.query) : binder.bindFetch(statement.query)
    let names = request.entitiesRead.sorted().joined(separator: ", ")
    return Report.Section("watch", [.remark("runs again after a commit that touches \(names)")])
  }
}
