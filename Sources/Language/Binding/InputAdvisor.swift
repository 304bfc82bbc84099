public import Diagnostics
public import Model

/// Recognizes input in other languages. Martlet asks it about unknown input; without an advisor
/// there is less help.
public protocol InputAdvisor: Sendable {
  /// The meaning of invalid input at `span`; nil if unknown.
  func answer(to source: SourceText, at span: SourceSpan, schema: Schema) -> InputAnswer?

  /// The offset of the first line within `span` that is in another language and follows a complete
  /// statement; nil if there is none.
  func foreignLine(within span: SourceSpan, of source: SourceText, schema: Schema) -> Int?

  /// The same diagnostic, with better help if available.
  func improved(_ finding: Diagnostic, in source: SourceText) -> Diagnostic

  /// The type that `name` means in other languages, or misspells.
  func type(meantBy name: String) -> String?
}

/// The response to input for another shell or in another language.
public enum InputAnswer: Sendable {
  /// Run a dot-command with its argument, then continue at `end`.
  case command(String, argument: String?, end: Int)
  /// Report what to write instead, then continue at `end`; nil to continue after the skipped text.
  case finding(Diagnostic, end: Int?)
}
