/// The reason why files could not be read.
public protocol FileFailure: Error {
  /// The problems; nil if reading was canceled.
  var findings: FileFindings? { get }
}

/// Problems found while reading files.
public struct FileFindings: FileFailure, Hashable, Sendable {
  /// One problem.
  public struct Finding: Hashable, Sendable {
    /// The file's name as given; nil if the problem concerns no single file.
    public let file: String?
    /// The position; nil if there is none.
    public let location: SourceLocation?
    /// The problem, without a period at the end.
    public let message: String

    /// Creates a finding.
    public init(_ message: String, file: String?, at location: SourceLocation? = nil) {
      (self.message, self.file, self.location) = (message, file, location)
    }

    /// `users.csv:3:7: unclosed quote`
    public var text: String { line(mark: "") }

    /// `users.csv:3:7: error: unclosed quote`
    fileprivate var line: String { line(mark: "error: ") }

    private func line(mark: String) -> String {
      let place = location.map { ":\($0.line):\($0.column)" } ?? ""
      // A key of a file may contain line ends.
      return escapedForTerminal((file.map { $0 + place + ": " } ?? "") + mark + message)
    }
  }

  /// The first findings, in the order of the files.
  public let all: [Finding]
  /// The number of findings that are not listed.
  public let furtherCount: Int
  /// Suggestions, one line each.
  public let help: [String]

  /// Creates a collection of findings.
  public init(_ all: [Finding], furtherCount: Int = 0, help: [String] = []) {
    (self.all, self.furtherCount, self.help) = (all, max(0, furtherCount), help)
  }

  /// This value.
  public var findings: FileFindings? { self }

  /// One line for each finding and suggestion.
  public var lines: [String] { all.map(\.line) + further + help.map { "help: " + $0 } }

  /// One diagnostic for all findings, at the statement that names the files; nil if there are none.
  public func diagnostic(at span: SourceSpan) -> Diagnostic? {
    all.first.map { first in
      Diagnostic(
        "cannot read the file: \(first.text)",
        at: span,
        further: all.dropFirst().map(\.text) + further,
        help: help
      )
    }
  }

  /// One error for each finding, without a position in a statement.
  public var diagnostics: [Diagnostic] {
    (all.map(\.text) + further).map { Diagnostic(.error, $0, at: nil) }
  }

  private var further: [String] {
    furtherCount > 0 ? ["… and \(furtherCount) more"] : []
  }
}
