import Foundation

/// A regular expression of Martlet's own dialect, ready to be asked about many texts.
///
/// It has what Perl's dialect has, but for what cannot be matched in time proportional to the
/// text: back-references and looking around. Case is that of Unicode, one scalar for another.
public final class RegularExpression: @unchecked Sendable {
  // The machine learns while it runs; the lock makes that safe.
  private let lock = NSLock()
  private var machine: RegexMachine
  private let ignoresDiacritics: Bool

  /// Compiles `pattern`; ignoring diacritics takes them away from texts and pattern alike.
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

  /// Whether a part of a text matches, given as its UTF-8 bytes.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard ignoresDiacritics, !UTF8Text.isASCII(text) else { return machine.matches(text) }
    return machine.matches(
      FoldedText(text, ignoringCase: false, ignoringDiacritics: true).scalars
    )
  }
}
