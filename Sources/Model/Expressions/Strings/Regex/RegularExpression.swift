import Foundation

/// A compiled regular expression of Martlet's own dialect.
///
/// The dialect is Perl's, except for constructs that cannot be matched in linear time:
/// backreferences and lookaround. Case-insensitive matching maps single scalars, as defined by
/// Unicode.
public final class RegularExpression: @unchecked Sendable {
  // Matching changes the machine; the lock makes that safe.
  private let lock = NSLock()
  private var machine: RegexMachine
  private let ignoresDiacritics: Bool

  /// Compiles `pattern`. Ignoring diacritics removes them from strings and the pattern.
  public init(
    _ pattern: String,
    ignoresCase: Bool = false,
    ignoresDiacritics: Bool = false
  ) throws(RegexError) {
    let node = try RegexParser.parse(
      pattern,
      ignoresCase: ignoresCase,
      ignoresDiacritics: ignoresDiacritics
    )
    guard node.size < RegexLimits.size else {
      throw RegexError(problem: .tooLarge, range: 0..<pattern.utf8.count)
    }
    machine = RegexMachine(RegexProgram(node))
    self.ignoresDiacritics = ignoresDiacritics
  }

  /// Whether a part of `text` matches.
  public func matches(_ text: String) -> Bool {
    UTF8Text.withBytes(of: text, matches)
  }

  /// Whether a part of a string matches, given as UTF-8.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard ignoresDiacritics, !UTF8Text.isASCII(text) else { return machine.matches(text) }
    return machine.matches(
      FoldedText(text, ignoringCase: false, ignoringDiacritics: true).scalars
    )
  }
}
