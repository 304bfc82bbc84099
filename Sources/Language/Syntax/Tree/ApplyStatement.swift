public import Diagnostics

/// `apply "changes.jsonl"`, `apply stdin as csv`
public struct ApplyStatement: Sendable {
  /// The source of the changes: one file, or standard input.
  public let source: ImportStatement.Source
  /// `as csv`
  public let format: NameSyntax?

  /// The file's path; `-` is standard input.
  public var path: String {
    if case .files(let files) = source, let file = files.first { file.text } else { "-" }
  }

  /// The position of the source.
  public var sourceSpan: SourceSpan {
    switch source {
    case .files(let files): files.first?.span ?? SourceSpan(at: 0)
    case .standardInput(let span): span
    }
  }
}
