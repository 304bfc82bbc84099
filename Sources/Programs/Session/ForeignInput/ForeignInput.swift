public import Diagnostics
public import Model

/// What somebody typed who is used to another shell or another language, and what was meant.
public struct ForeignInput {
  /// What to do about it.
  public enum Answer: Sendable {
    /// Do what was meant: a dot-command with its argument, and go on at the offset behind the line.
    case command(String, argument: String?, end: Int)
    /// Say what to write instead, and go on at the offset; where there is none behind the stretch
    /// that was given up.
    case finding(Diagnostic, end: Int?)
  }

  let source: SourceText
  let span: SourceSpan
  let schema: Schema

  /// Looks at the stretch of `source` that begins with `span`, which is no statement.
  public init(_ source: SourceText, at span: SourceSpan, schema: Schema) {
    self.source = source
    self.span = span
    self.schema = schema
  }

  /// What was meant; nil if that cannot be told.
  public var answer: Answer? {
    commandAnswer ?? (sqlFinding ?? swiftFinding).map { .finding($0, end: nil) }
  }

  var firstLine: SourceSpan {
    let line = source.spanOfLine(source.lineIndex(of: span.lowerBound))
    return SourceSpan(span.lowerBound, line.upperBound)
  }
}
