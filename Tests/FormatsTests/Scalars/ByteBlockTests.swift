import TestSupport
import Testing

@testable import Formats

/// Compares functions for many bytes at once with loops over single bytes.
struct ByteBlockTests {
  @Test(arguments: 0..<fuzzCount(20))
  func masksMarkTheirBytes(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    let bytes = (0..<ByteBlock.size).map { _ in
      [0, 1, 2, 3, 4, 5, 127, 128, 255].randomElement(using: &generator) ?? 0 as UInt8
    }
    let count = Int.random(in: 0..<ByteBlock.size, using: &generator)
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      func expected(_ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | ([1, 2, 4, 5].contains(bytes[$1]) ? 1 << UInt64($1) : 0) }
      }
      #expect(ByteBlock(start).mask(of: 1, 2, 4, 5) == expected(ByteBlock.size))
      #expect(ByteBlock(start, count: count).mask(of: 1, 2, 4, 5) == expected(count))
      let unusual = bytes.indices.reduce(UInt64(0)) { bits, place in
        bits | (bytes[place] == 0 || bytes[place] > 127 ? 1 << UInt64(place) : 0)
      }
      #expect(ByteBlock(start).unusual == unusual)
    }
  }

  /// Texts longer than what is counted at once.
  @Test(arguments: ["\n", "\r\n", "\r", "x\n", "\n\"", "\r\r\n"], [15, 40_000])
  func linesAreCounted(end: String, count: Int) {
    let line = "some text, " + end
    let text = String(repeating: line, count: count / line.utf8.count) + "end"
    let bytes = Array(text.utf8)
    var expected = 0
    for (index, byte) in bytes.enumerated() {
      let isPair = byte == Byte.lineFeed && index > 0 && bytes[index - 1] == Byte.carriageReturn
      if byte == Byte.carriageReturn || byte == Byte.lineFeed && !isPair { expected += 1 }
    }
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let counter = LineCounter(bytes: start)
      #expect(counter.count(0..<bytes.count) == (bytes.contains(Byte.quote) ? nil : expected))
      #expect(counter.feedCount(0..<bytes.count) == bytes.count { $0 == Byte.lineFeed })
    }
  }

  @Test(arguments: 0..<fuzzCount(20))
  func faultsInLongInputsAreFound(seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed))
    var bytes = Array(
      repeating: UInt8(ascii: "a"),
      count: Int.random(in: 1...300, using: &generator)
    )
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let piece = ["é", "東", "🇳", "\u{7F}"].randomElement(using: &generator) ?? ""
      bytes.replaceSubrange(place..<place, with: Array(piece.utf8))
    }
    if Bool.random(using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] = [0, 0x80, 0xC3, 0xFF].randomElement(using: &generator) ?? 0
    }
    let isSound = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let fault = TextValidator.firstFault(in: start, 0..<bytes.count)
      #expect((fault == nil) == isSound)
    }
  }
}
