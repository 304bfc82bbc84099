public import Diagnostics

/// A moment in the past: `2026-11-01`, `3 hours ago`, `yesterday`, `save 12`.
public struct MomentSyntax: Sendable {
  /// The forms of a moment.
  public indirect enum Kind: Sendable {
    /// A time.
    case time(ExpressionSyntax)
    /// `3 hours ago`
    case ago(ExpressionSyntax)
    /// `save 12`: a number of the history
    case save(UInt64)
    /// `yesterday`
    case yesterday
  }

  /// The form.
  public let kind: Kind
  /// The position.
  public let span: SourceSpan

  /// Creates a moment.
  public init(_ kind: Kind, span: SourceSpan) {
    self.kind = kind
    self.span = span
  }

  /// The time or the duration; nil for other forms.
  public var expression: ExpressionSyntax? {
    switch kind {
    case .time(let expression), .ago(let expression): expression
    case .save, .yesterday: nil
    }
  }
}
