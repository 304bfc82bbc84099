/// An error, warning or note about input: its position, the problem, and possible fixes.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable {
    case error
    case warning
    case note
  }

  /// A position with an optional message, underlined in the source.
  public struct Label: Sendable, Hashable {
    /// The underlined text.
    public let span: SourceSpan
    /// The message next to the underline; may be empty.
    public let message: String

    /// Marks `span`, with `message` beside it.
    public init(_ span: SourceSpan, _ message: String = "") {
      self.span = span
      self.message = message
    }
  }

  /// The severity.
  public private(set) var severity: Severity
  /// The problem in one line, without a period at the end.
  public let message: String
  /// The position of the problem; nil if it has none, as for a file that cannot be opened.
  public let primary: Label?
  /// Related positions, such as a declaration or the left side of a comparison.
  public let secondary: [Label]
  /// More problems of the same kind, one line each, such as other lines of a file.
  public let further: [String]
  /// Suggestions, one line each: `did you mean "Budget"?`.
  public private(set) var help: [String]
  /// Whether only the value of a parameter is missing.
  public let lacksParameter: Bool
  /// The unknown input, which may be valid in other languages.
  public private(set) var unknown: UnknownInput?
  /// Whether a name is unknown, so that the statement is probably misspelled.
  public private(set) var hasUnknownName = false
  /// The text that the labels refer to, if it is not the text being run: that of a declaration that
  /// was waiting for others.
  public private(set) var source: SourceText?

  /// Creates a diagnostic.
  public init(
    _ severity: Severity = .error,
    _ message: String,
    at primary: Label?,
    also secondary: [Label] = [],
    further: [String] = [],
    help: [String] = [],
    lacksParameter: Bool = false,
    unknown: UnknownInput? = nil,
    in source: SourceText? = nil
  ) {
    self.severity = severity
    self.message = message
    self.primary = primary
    self.secondary = secondary
    self.further = further
    self.help = help
    self.lacksParameter = lacksParameter
    self.unknown = unknown
    self.source = source
  }

  /// A copy with more suggestions.
  public func adding(help more: [String]) -> Diagnostic { with(help: help + more) }

  /// A copy with other suggestions.
  public func with(help: [String]) -> Diagnostic { with(\.help, help) }

  /// A copy with the unknown input.
  public func with(unknown: UnknownInput?) -> Diagnostic { with(\.unknown, unknown) }

  /// A copy that says that a name is unknown.
  public func withUnknownName() -> Diagnostic { with(\.hasUnknownName, true) }

  /// A copy with another severity.
  public func with(severity: Severity) -> Diagnostic { with(\.severity, severity) }

  /// A copy whose labels refer to `source`.
  public func with(source: SourceText) -> Diagnostic { with(\.source, source) }

  private func with<Value>(_ path: WritableKeyPath<Diagnostic, Value>, _ value: Value) -> Diagnostic
  {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  /// Creates an error at a span without a label.
  public init(
    _ message: String,
    at span: SourceSpan,
    further: [String] = [],
    help: [String] = []
  ) {
    self.init(.error, message, at: Label(span), further: further, help: help)
  }
}

/// Several diagnostics thrown as one error; never empty.
public struct DiagnosticList: Error, Sendable {
  /// The diagnostics in the order of their positions.
  public let all: [Diagnostic]

  /// Creates a list.
  public init(_ all: [Diagnostic]) {
    self.all = all
  }
}
