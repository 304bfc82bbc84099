public import Diagnostics
import ForeignInput
public import Foundation

/// Why a text or a value that a program gave has no meaning in the models.
///
/// What a change does wrong is a ``Context/ChangeFailure``, and what a store does wrong is a
/// ``Storage/StoreError``.
public struct QueryError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// What is wrong.
  public let diagnostics: [Diagnostic]
  /// What the places of diagnostics count in that have no text of their own; nil where values were given without one.
  public let source: SourceText?

  init(_ diagnostics: [Diagnostic], in source: SourceText?) {
    let advisor = ForeignInputAdvisor()
    self.diagnostics =
      source.map { text in
        diagnostics.map { advisor.improved($0, in: text) }
      } ?? diagnostics
    self.source = source
  }

  init(_ message: String, help: [String] = []) {
    self.init([Diagnostic(.error, message, at: nil, help: help)], in: nil)
  }

  /// The text with a caret under what is wrong, as the shell shows it.
  public var description: String {
    let shown = diagnostics.map { ($0.source ?? source) == nil ? $0.withoutPlace : $0 }
    return DiagnosticRenderer().render(shown, in: source).trimmingCharacters(in: .newlines)
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension Diagnostic {
  /// The message with what would be said at a place, where there is no text that has it.
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
