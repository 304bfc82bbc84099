/// A string to match with `like`.
protocol LikeSubject {
  /// The number of elements.
  var count: Int { get }
  /// The element at an index below ``count``.
  func element(_ index: Int) -> UInt32
  /// Whether a part of the pattern may begin or end before the element `index`.
  func mayBegin(at index: Int) -> Bool
  /// The end of the character that begins at `index`; nil if none does.
  func endOfCharacter(startingAt index: Int) -> Int?
  /// The start of the character that ends at `index`; nil if none does.
  func startOfCharacter(endingAt index: Int) -> Int?
}

/// ASCII without CR: every byte is a character.
struct ASCIISubject: LikeSubject {
  let bytes: UnsafeBufferPointer<UInt8>
  let ignoresCase: Bool

  var count: Int { bytes.count }

  @inline(__always)
  func element(_ index: Int) -> UInt32 {
    let byte = UInt32(bytes[index])
    return ignoresCase ? CaseFolding.lowercasedASCII(byte) : byte
  }

  func mayBegin(at index: Int) -> Bool { true }

  func endOfCharacter(startingAt index: Int) -> Int? { index < count ? index + 1 : nil }

  func startOfCharacter(endingAt index: Int) -> Int? { index > 0 ? index - 1 : nil }
}

/// The bytes as stored.
struct BytesSubject: LikeSubject {
  let bytes: UnsafeBufferPointer<UInt8>
  private let characters: CharacterEnds

  init(_ bytes: UnsafeBufferPointer<UInt8>, needsCharacters: Bool) {
    self.bytes = bytes
    characters =
      needsCharacters
      ? CharacterEnds(counts: String(decoding: bytes, as: UTF8.self).map(\.utf8.count))
      : CharacterEnds(counts: [])
  }

  var count: Int { bytes.count }

  @inline(__always)
  func element(_ index: Int) -> UInt32 { UInt32(bytes[index]) }

  func mayBegin(at index: Int) -> Bool { true }

  func endOfCharacter(startingAt index: Int) -> Int? { characters.end(startingAt: index) }

  func startOfCharacter(endingAt index: Int) -> Int? { characters.start(endingAt: index) }
}

/// A string with each character folded.
struct FoldedSubject: LikeSubject {
  private let text: FoldedText
  private let scalars: [UInt32]
  private let characters: CharacterEnds

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool, _ ignoresDiacritics: Bool) {
    var text = UTF8Text.withBytes(of: "") {
      FoldedText($0, ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
    }
    var counts: [Int] = []
    for character in String(decoding: bytes, as: UTF8.self) {
      let folded = UTF8Text.withBytes(of: String(character)) {
        FoldedText($0, ignoringCase: ignoresCase, ignoringDiacritics: ignoresDiacritics)
      }
      text.append(folded)
      counts.append(folded.elements.count)
    }
    self.text = text
    scalars = text.scalars
    characters = CharacterEnds(counts: counts)
  }

  var count: Int { scalars.count }

  func element(_ index: Int) -> UInt32 { scalars[index] }

  func mayBegin(at index: Int) -> Bool { text.beginsCharacter(index) }

  func endOfCharacter(startingAt index: Int) -> Int? { characters.end(startingAt: index) }

  func startOfCharacter(endingAt index: Int) -> Int? { characters.start(endingAt: index) }
}

/// The boundaries of characters.
private struct CharacterEnds {
  /// The end of the character that begins at each position; 0 if none.
  private var ends: [Int32] = []
  /// The start of the character that ends at each position; −1 if none.
  private var starts: [Int32] = [-1]

  /// The characters have these element counts; empty ones (an ignored accent alone) are skipped.
  init(counts: [Int]) {
    for count in counts where count > 0 {
      let start = Int32(truncatingIfNeeded: ends.count)
      ends += repeatElement(0, count: count)
      starts += repeatElement(-1, count: count)
      ends[Int(start)] = Int32(truncatingIfNeeded: ends.count)
      starts[ends.count] = start
    }
  }

  func end(startingAt index: Int) -> Int? {
    guard index < ends.count, ends[index] > 0 else { return nil }
    return Int(ends[index])
  }

  func start(endingAt index: Int) -> Int? {
    guard index < starts.count, starts[index] >= 0 else { return nil }
    return Int(starts[index])
  }
}
