/// A pattern of `like`: `*` matches any characters, `?` one character, and `\` escapes the next
/// one.
///
/// Strings are compared like `contains`: by scalars as stored, or folded by the options. A
/// character is a grapheme cluster, so `?` matches an emoji of several scalars or a letter with its
/// accents.
struct LikePattern: Sendable {
  /// The parts between two `*`.
  struct Piece: Sendable {
    var parts: [Part] = []
  }

  enum Part: Sendable {
    /// These bytes or folded scalars.
    case text([UInt32])
    /// `?`
    case character
  }

  /// One more than there are `*`.
  private let pieces: [Piece]
  private let ignoresCase: Bool
  private let ignoresDiacritics: Bool
  /// Whether an ASCII string can match.
  private let allowsASCII: Bool

  private var isFolding: Bool { ignoresCase || ignoresDiacritics }

  /// Parses `pattern`; every string is valid.
  init(_ pattern: String, ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
    var reader = LikeReader { text in
      Self.elements(of: text, ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
    }
    pieces = reader.pieces(of: pattern)
    allowsASCII = pieces.allSatisfy { piece in
      piece.parts.allSatisfy { part in
        if case .text(let elements) = part { elements.allSatisfy { $0 < 0x80 } } else { true }
      }
    }
  }

  /// Whether an entire string matches, given as UTF-8.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let isASCII = UTF8Text.isASCII(text)
    if isASCII, !allowsASCII { return false }
    // CR LF is one character, so this path excludes CR.
    if isASCII, !text.contains(0x0D) {
      return matches(ASCIISubject(bytes: text, ignoresCase: ignoresCase))
    }
    if isFolding { return matches(FoldedSubject(text, ignoresCase, ignoresDiacritics)) }
    return matches(BytesSubject(text, needsCharacters: hasCharacters))
  }

  private var hasCharacters: Bool {
    pieces.contains { piece in
      piece.parts.contains { if case .character = $0 { true } else { false } }
    }
  }

  /// Matches each piece at its first place after the previous one, which leaves most room.
  private func matches(_ subject: some LikeSubject) -> Bool {
    guard let first = pieces.first, let last = pieces.last,
      var position = end(of: first, at: 0, in: subject)
    else { return false }
    if pieces.count == 1 { return position == subject.count }
    for piece in pieces[1..<(pieces.count - 1)] {
      guard let end = firstEnd(of: piece, from: position, in: subject) else { return false }
      position = end
    }
    return fitsAtEnd(last, from: position, in: subject)
  }

  private func firstEnd(of piece: Piece, from start: Int, in subject: some LikeSubject) -> Int? {
    var position = start
    while position <= subject.count {
      if let end = end(of: piece, at: position, in: subject) { return end }
      position += 1
    }
    return nil
  }

  /// Whether the piece matches at the end.
  private func fitsAtEnd(_ piece: Piece, from start: Int, in subject: some LikeSubject) -> Bool {
    var position = subject.count
    for part in piece.parts.reversed() {
      switch part {
      case .text(let elements):
        position -= elements.count
        guard position >= start, holds(elements, at: position, in: subject) else { return false }
      case .character:
        guard let before = subject.startOfCharacter(endingAt: position), before >= start else {
          return false
        }
        position = before
      }
    }
    return true
  }

  /// The end of the piece if it matches at `start`, otherwise nil.
  private func end(of piece: Piece, at start: Int, in subject: some LikeSubject) -> Int? {
    var position = start
    for part in piece.parts {
      switch part {
      case .text(let elements):
        guard holds(elements, at: position, in: subject) else { return nil }
        position += elements.count
      case .character:
        guard let next = subject.endOfCharacter(startingAt: position) else { return nil }
        position = next
      }
    }
    return position
  }

  @inline(__always)
  private func holds(_ elements: [UInt32], at start: Int, in subject: some LikeSubject) -> Bool {
    guard start + elements.count <= subject.count, subject.mayBegin(at: start),
      subject.mayBegin(at: start + elements.count)
    else { return false }
    for (offset, element) in elements.enumerated() {
      if subject.element(start + offset) != element { return false }
    }
    return true
  }

  private static func elements(
    of text: String,
    ignoresCase: Bool,
    ignoresDiacritics: Bool
  ) -> [UInt32] {
    guard ignoresCase || ignoresDiacritics else { return text.utf8.map { UInt32($0) } }
    return UTF8Text.withBytes(of: text) {
      FoldedText($0, ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics).scalars
    }
  }
}

private struct LikeReader {
  let elements: (String) -> [UInt32]
  private var pieces = [LikePattern.Piece()]
  private var text = String.UnicodeScalarView()

  init(_ elements: @escaping (String) -> [UInt32]) {
    self.elements = elements
  }

  mutating func pieces(of pattern: String) -> [LikePattern.Piece] {
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped:
        endText()
        pieces.append(LikePattern.Piece())
      case "?" where !isEscaped:
        endText()
        pieces[pieces.count - 1].parts.append(.character)
      default:
        text.append(scalar)
      }
      isEscaped = false
    }
    // A trailing `\` stands for itself.
    if isEscaped { text.append("\\") }
    endText()
    return pieces
  }

  private mutating func endText() {
    if text.isEmpty { return }
    let elements = elements(String(text))
    if !elements.isEmpty { pieces[pieces.count - 1].parts.append(.text(elements)) }
    text = String.UnicodeScalarView()
  }
}
