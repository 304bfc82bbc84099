import Columns
import TestSupport
import Testing

@Suite("StringDictionary")
struct StringDictionaryTests {
  @Test(
    "numbers texts by first appearance, as a dictionary of byte arrays does",
    arguments: [3, 9, 40]
  )
  func agreesWithDictionary(length: Int) {
    var random = SeededRandom(seed: UInt64(length))
    var dictionary = StringDictionary()
    var codes: [[UInt8]: UInt32] = [:]
    for _ in 0..<3000 {
      let text = random.bytes(length: length)
      let known = text.withUnsafeBufferPointer { dictionary.existingCode(for: $0) }
      #expect(known == codes[text])
      let code = text.withUnsafeBufferPointer { dictionary.code(for: $0) }
      let expected = codes[text] ?? UInt32(codes.count)
      codes[text] = expected
      #expect(code == expected)
    }
    #expect(dictionary.count == codes.count)
    for (text, code) in codes {
      #expect(dictionary.withUTF8(of: code) { Array($0) } == text)
    }
  }

  @Test("canonically equal texts are distinguished")
  func scalars() {
    var dictionary = StringDictionary()
    #expect(dictionary.code(for: "\u{e9}") == 0)
    #expect(dictionary.code(for: "e\u{301}") == 1)
    #expect(dictionary.existingCode(for: "\u{e9}") == 0)
    #expect(Array(dictionary.string(for: 1).unicodeScalars) == ["e", "\u{301}"])
  }

  @Test("a dictionary extends those that its strings begin with, copies included")
  func extendsCopies() {
    var random = SeededRandom(seed: 3)
    var known = [StringDictionary()]
    for _ in 0..<400 {
      var copy = random.pick(known)
      for _ in 0..<random.pick([0, 1, 1, 3]) {
        _ = copy.code(for: "\(Int.random(in: 0..<6, using: &random))")
      }
      known.append(copy)
      if known.count > 12 { known.remove(at: Int.random(in: 0..<known.count, using: &random)) }
      let texts = known.map { dictionary in
        (0..<dictionary.count).map { dictionary.string(for: UInt32($0)) }
      }
      for (left, all) in zip(known, texts) {
        for (right, first) in zip(known, texts) {
          #expect(left.extends(right) == all.starts(with: first))
        }
      }
    }
  }

  @Test("a dictionary that stops looking for equal texts gives each its own code")
  func notDistinct() {
    var dictionary = StringDictionary()
    #expect(["a", "b", "a"].map { dictionary.code(for: $0) } == [0, 1, 0])
    dictionary.stopDeduplicating()
    #expect(["a", "c", "c"].map { dictionary.code(for: $0) } == [2, 3, 4])
    #expect(!dictionary.isDistinct)
    #expect(dictionary.existingCode(for: "a") == nil)
    #expect((0..<5).map { dictionary.string(for: $0) } == ["a", "b", "a", "c", "c"])
  }

  @Test("texts gathered elsewhere are found again")
  func collectedElsewhere() {
    let texts = (0..<1000).map { "text \($0)" }
    var starts = [0]
    var bytes: [UInt8] = []
    for text in texts {
      bytes += Array(text.utf8)
      starts.append(bytes.count)
    }
    var dictionary = StringDictionary(bytes: bytes, starts: starts, isDistinct: true)
    #expect(texts.map { dictionary.existingCode(for: $0) } == (0..<1000).map { UInt32($0) })
    #expect(dictionary.code(for: "text 1000") == 1000)
    #expect(dictionary.existingCode(for: "") == nil)
  }

  @Test("a copy is not changed by what is added to the other")
  func copies() {
    var dictionary = StringDictionary()
    _ = dictionary.code(for: "a")
    let copy = dictionary
    _ = dictionary.code(for: "b")
    #expect(copy.count == 1)
    #expect(copy.existingCode(for: "b") == nil)
  }
}
