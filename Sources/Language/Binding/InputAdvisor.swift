public import Diagnostics
public import Model

/// Knows what people type who are used to something else. The language asks it about what it does not understand, and
/// does without where there is none.
public protocol InputAdvisor: Sendable {
  /// What was meant by the stretch of `source` at `span`, which does not parse; nil if that cannot be told.
  func answer(to source: SourceText, at span: SourceSpan, schema: Schema) -> InputAnswer?

  /// The offset of the first line within `span` that is in another language, where the lines before it are a whole
  /// statement; nil where there is none.
  func foreignLine(within span: SourceSpan, of source: SourceText, schema: Schema) -> Int?

  /// The same finding, with better help where there is some.
  func improved(_ finding: Diagnostic, in source: SourceText) -> Diagnostic

  /// The type that is called `name` elsewhere, or that it seems to misspell.
  func type(meantBy name: String) -> String?
}

/// What to do about input that was meant for another shell or in another language.
public enum InputAnswer: Sendable {
  /// Do what was meant: a dot-command with its argument, and go on at the offset behind the line.
  case command(String, argument: String?, end: Int)
  /// Say what to write instead, and go on at the offset; where there is none behind the stretch
  /// that was given up.
  case finding(Diagnostic, end: Int?)
}
