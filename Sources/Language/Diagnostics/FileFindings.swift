/// Why files were not read.
public protocol FileFailure: Error {
  /// What is wrong with them; nil if reading was cancelled.
  var findings: FileFindings? { get }
}

/// What is wrong with files that were read, each thing at its place.
public struct FileFindings: FileFailure, Hashable, Sendable {
  /// One thing that is wrong.
  public struct Finding: Hashable, Sendable {
    /// The file's name as it was given; nil if it is about no single file.
    public let file: String?
    /// Where it is wrong; nil if no place in the text is.
    public let location: SourceLocation?
    /// What is wrong, without a final stop.
    public let message: String

    /// Says what is wrong with a file.
    public init(_ message: String, file: String?, at location: SourceLocation? = nil) {
      (self.message, self.file, self.location) = (message, file, location)
    }

    /// `users.csv:3:7: the quote is never closed`
    public var text: String { line(mark: "") }

    /// `users.csv:3:7: error: the quote is never closed`
    fileprivate var line: String { line(mark: "error: ") }

    private func line(mark: String) -> String {
      let place = location.map { ":\($0.line):\($0.column)" } ?? ""
      // A key of a file may have line ends.
      return escapedForTerminal((file.map { $0 + place + ": " } ?? "") + mark + message)
    }
  }

  /// The first findings, in the order of the files.
  public let all: [Finding]
  /// How many more there are.
  public let furtherCount: Int
  /// What to do about them, one line each.
  public let help: [String]

  /// Bundles findings.
  public init(_ all: [Finding], furtherCount: Int = 0, help: [String] = []) {
    (self.all, self.furtherCount, self.help) = (all, max(0, furtherCount), help)
  }

  /// The findings themselves.
  public var findings: FileFindings? { self }

  /// A line for each finding, and for all that helps.
  public var lines: [String] { all.map(\.line) + further + help.map { "help: " + $0 } }

  /// The findings as one about the statement that names the files; nil if there are none.
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

  /// An error for each finding, about no text that is run.
  public var diagnostics: [Diagnostic] {
    (all.map(\.text) + further).map { Diagnostic(.error, $0, at: nil) }
  }

  private var further: [String] {
    furtherCount > 0 ? ["… and \(furtherCount) more"] : []
  }
}
