import Binding
import Diagnostics
import Model

/// Text that does not parse, typed by somebody who is used to another shell or another language.
struct ForeignInput {
  typealias Answer = InputAnswer

  let source: SourceText
  /// The stretch that is no statement.
  let span: SourceSpan
  let schema: Schema

  /// What was meant; nil if that cannot be told.
  var answer: Answer? {
    commandAnswer ?? (sqlFinding ?? swiftFinding).map { .finding($0, end: nil) } ?? bareAnswer
  }

  var firstLine: SourceSpan {
    let line = source.spanOfLine(source.lineIndex(of: span.lowerBound))
    return SourceSpan(span.lowerBound, line.upperBound)
  }
}
