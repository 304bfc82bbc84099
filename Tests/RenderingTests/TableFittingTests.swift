import Model
import Rendering
import TestSupport
import Testing

/// Random tables at random widths, measured by the known widths of the pieces that cells are made of.
@Suite struct TableFittingTests {
  /// Pieces of cells; controls have no width here, since they must appear as ASCII escapes.
  private static let pieces: [(text: String, width: Int)] = [
    ("👩‍👩‍👧", 2), ("🏳️‍🌈", 2), ("1️⃣", 2), ("🇳🇴", 2), ("❤️", 2), ("e\u{301}", 1), ("a", 1),
    ("word ", 5), ("é", 1), ("東", 2), ("한", 2), ("ｗ", 2), ("ш", 1), ("א", 1), ("😀", 2),
    ("\n", 0), ("\t", 0), ("\u{1B}[2J", 0), ("\u{7}", 0), ("\u{202E}", 0), ("\"", 1), (" ", 1),
  ]
  private static let boxScalars = Set("│╭╮├┤╰╯┬┼┴".unicodeScalars)

  /// The columns of `line` and those of its borders; nil if it holds something unexpected.
  private func measure(_ line: Substring) -> (width: Int, borders: [Int])? {
    var rest = Array(line.unicodeScalars)[...]
    var width = 0
    var borders: [Int] = []
    while let first = rest.first {
      let piece = Self.pieces.first { $0.width > 0 && rest.starts(with: $0.text.unicodeScalars) }
      if let piece {
        rest = rest.dropFirst(piece.text.unicodeScalars.count)
        width += piece.width
        continue
      }
      if Self.boxScalars.contains(first) {
        borders.append(width)
      } else if !(0x20..<0x7F).contains(first.value), first != "─", first != "…" {
        return nil
      }
      width += 1
      rest = rest.dropFirst()
    }
    return (width, borders)
  }

  private func randomValue(_ type: ValueType, _ random: inout SeededRandom) -> Value {
    if Int.random(in: 0..<6, using: &random) == 0 { return .null }
    switch type {
    case .int: return .int(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
    case .double: return .double(Double(Int.random(in: -9999...9999, using: &random)) / 8)
    case .date: return .date(Timestamp(microseconds: .random(in: .min ... .max, using: &random)))
    default: return .string(randomText(&random))
    }
  }

  private func randomText(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 0...12, using: &random)
    return (0..<count).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)].text
    }.joined()
  }

  @Test(arguments: 0..<fuzzCount(300))
  func linesFitAndBordersAlign(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let types: [ValueType] = [.int, .string, .double, .date, .string]
    let headers = (0..<Int.random(in: 1...14, using: &random)).map { _ in
      (randomText(&random), types[Int.random(in: 0..<types.count, using: &random)])
    }
    let rows = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      headers.map { randomValue($0.1, &random) }
    }
    let width = Int.random(in: 20...140, using: &random)
    var context = RenderingContext(width: width)
    context.maxRows = 8
    let lines = try printed(TestRows(headers, rows), in: context)
      .split(separator: "\n", omittingEmptySubsequences: true)
    var borders: Set<[Int]> = []
    for line in lines {
      let measured = try #require(measure(line))
      #expect(measured.width <= width)
      if !measured.borders.isEmpty { borders.insert(measured.borders) }
    }
    #expect(borders.count == 1)
  }

  @Test(arguments: 0..<fuzzCount(200))
  func anyStringIsPrinted(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 1_000_000)
    func text() -> String {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let limit: UInt32 = Bool.random(using: &random) ? 0x400 : 0x10FFFF
        scalars.append(
          contentsOf: [Unicode.Scalar(UInt32.random(in: 0...limit, using: &random))].compactMap(
            \.self
          )
        )
      }
      return String(scalars)
    }
    let headers = [(text(), ValueType.string), (text(), .int), (text(), .list(.string))]
    let rows: [[Value]] = (0..<6).map { _ in
      [.string(text()), .int(.random(in: .min ... .max, using: &random)), .list([.string(text())])]
    }
    for (mode, width) in [("table", 1), ("table", 0), ("table", 33), ("line", 10)] {
      let context = RenderingContext(width: width)
      let printed = try printed(TestRows(headers, rows), mode: mode, in: context)
      #expect(
        printed.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.properties.generalCategory != .control && $0.value != 0x202E
        }
      )
    }
    #expect(try printed(TestRows(headers, rows)).split(separator: "\n").count == 11)
  }
}
