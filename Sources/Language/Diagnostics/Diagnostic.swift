/// One finding about what a user wrote or fed: where it is, what is wrong, what might be meant.
public struct Diagnostic: Error, Sendable, Hashable {
  /// How much a finding weighs.
  public enum Severity: String, Sendable {
    case error
    case warning
    case note
  }

  /// A place with an optional remark, underlined in the source.
  public struct Label: Sendable, Hashable {
    /// The text that is underlined.
    public let span: SourceSpan
    /// What is said beside the underline; empty for a bare one.
    public let message: String

    /// Marks `span`, with `message` beside it.
    public init(_ span: SourceSpan, _ message: String = "") {
      self.span = span
      self.message = message
    }
  }

  /// How much the finding weighs.
  public let severity: Severity
  /// The one-line statement of what is wrong, without a final stop.
  public let message: String
  /// The place that is at fault; nil when no text is (a file that does not open).
  public let primary: Label?
  /// The other parties: the declaration meant, the left side of a comparison.
  public let secondary: [Label]
  /// What else is wrong with the same thing, one line each: further lines of a file that is read.
  public let further: [String]
  /// What to do about it, one line each: `did you mean "Budget"?`.
  public let help: [String]
  /// The parameter whose value would mend it, if that is all that is wrong.
  public let wantedParameter: MissingParameter?
  /// What was not understood, where other languages may have a word for it.
  public let unknown: UnknownInput?
  /// The text that the labels count in, where it is another one than that which is run: that of a declaration which
  /// waited. Else nil.
  public let source: SourceText?

  /// Makes a finding.
  public init(
    _ severity: Severity = .error,
    _ message: String,
    at primary: Label?,
    also secondary: [Label] = [],
    further: [String] = [],
    help: [String] = [],
    wantedParameter: MissingParameter? = nil,
    unknown: UnknownInput? = nil,
    in source: SourceText? = nil
  ) {
    self.severity = severity
    self.message = message
    self.primary = primary
    self.secondary = secondary
    self.further = further
    self.help = help
    self.wantedParameter = wantedParameter
    self.unknown = unknown
    self.source = source
  }

  /// The same finding with more that helps.
  public func adding(help more: [String]) -> Diagnostic {
    helping(help + more)
  }

  /// The same finding with `help` instead of what helped.
  public func helping(_ help: [String]) -> Diagnostic {
    copy(severity, help: help, unknown, in: source)
  }

  /// The same finding, which says what was not understood.
  public func asking(about unknown: UnknownInput?) -> Diagnostic {
    copy(severity, help: help, unknown, in: source)
  }

  /// The same finding, which weighs as much as `severity`.
  public func weighing(_ severity: Severity) -> Diagnostic {
    copy(severity, help: help, unknown, in: source)
  }

  /// The same finding, whose labels count in `text`.
  public func standing(in text: SourceText) -> Diagnostic {
    copy(severity, help: help, unknown, in: text)
  }

  private func copy(
    _ severity: Severity,
    help: [String],
    _ unknown: UnknownInput?,
    in source: SourceText?
  ) -> Diagnostic {
    Diagnostic(
      severity,
      message,
      at: primary,
      also: secondary,
      further: further,
      help: help,
      wantedParameter: wantedParameter,
      unknown: unknown,
      in: source
    )
  }

  /// Makes an error at a bare span.
  public init(
    _ message: String,
    at span: SourceSpan,
    further: [String] = [],
    help: [String] = []
  ) {
    self.init(.error, message, at: Label(span), further: further, help: help)
  }
}

/// A parameter that a statement needs and that has no value.
public struct MissingParameter: Sendable, Hashable {
  /// The parameter's name without its `$`.
  public let name: String
  /// The type that would fit, as it is written; nil if any might.
  public let type: String?

  /// Makes a wish for a value.
  public init(name: String, type: String?) {
    self.name = name
    self.type = type
  }
}

/// Several findings thrown as one error; never empty.
public struct DiagnosticList: Error, Sendable {
  /// The findings in the order of their places.
  public let all: [Diagnostic]

  /// Bundles `all`.
  public init(_ all: [Diagnostic]) {
    self.all = all
  }
}
