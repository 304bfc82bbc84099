import Binding
import Diagnostics
import Model

/// Input that does not parse and may be in another language.
struct ForeignInput {
  typealias Answer = InputAnswer

  let source: SourceText
  /// The range that is not a statement.
  let span: SourceSpan
  let schema: Schema

  /// The answer; nil if the meaning is unknown.
  var answer: Answer? {
    commandAnswer ?? sqlFinding.map { .finding($0, end: nil) } ?? swiftAnswer ?? bareAnswer
  }

  var firstLine: SourceSpan {
    let line = source.spanOfLine(source.lineIndex(of: span.lowerBound))
    return SourceSpan(span.lowerBound, line.upperBound)
  }
}
