import Binding
public import Diagnostics
import Features
public import Foundation
import Session

/// An error in a query, a declaration or a value.
///
/// Its description marks the error in the text and may suggest a fix:
///
/// ```swift
/// do {
///   _ = try context.fetch("Budget where nme == 'Rent'")
/// } catch let error as QueryError {
///   print(error)
/// }
/// ```
///
/// A change that breaks a rule throws ``/Context/ChangeFailure`` instead; a failing store throws
/// ``/Storage/StoreError`` or ``/Storage/StoreFileError``.
public struct QueryError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The messages.
  public let diagnostics: [Diagnostic]
  /// The text that the spans of the diagnostics refer to, or nil if there is none.
  public let source: SourceText?

  init(_ diagnostics: [Diagnostic], in source: SourceText?) {
    self.diagnostics = diagnostics.map { diagnostic in
      source.flatMap { FeatureList.advisor?.improved(diagnostic, in: $0) } ?? diagnostic
    }
    self.source = source
  }

  init(_ message: String, help: [String] = []) {
    self.init([Diagnostic(.error, message, at: nil, help: help)], in: nil)
  }

  /// The messages as the shell shows them, with a caret under each mistake in the text.
  public var description: String {
    let shown = diagnostics.map { ($0.source ?? source) == nil ? $0.withoutPlace : $0 }
    return DiagnosticRenderer().render(shown, in: source).trimmingCharacters(in: .newlines)
  }

  /// The same as ``QueryError/description``.
  public var errorDescription: String? { description }
}

/// Runs a closure, and rethrows the errors of a session as query errors.
func explaining<Result>(
  in source: SourceText? = nil,
  _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch SessionError.failed(let diagnostics) {
    throw QueryError(diagnostics, in: source)
  } catch SessionError.unreadable(let findings) {
    throw QueryError(findings.diagnostics, in: nil)
  }
}

extension Diagnostic {
  /// The diagnostic without a span. The message includes the label of the span.
  fileprivate var withoutPlace: Diagnostic {
    let label = primary?.message ?? ""
    return Diagnostic(
      severity,
      label.isEmpty ? message : message + ", and " + label,
      at: nil,
      further: further,
      help: help
    )
  }
}
