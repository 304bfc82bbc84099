import Foundation
import Model
import TestSupport

/// Edge-case values, mixed with ordinary ones.
enum RandomValues {
  static let strings = [
    "", " ", "a", "A", "b", "ab", "AB", "item 2", "item 10", "item 02", "Zoë", "zoe", "ZOË",
    "Straße", "STRASSE", "é", "e\u{301}", "東京", "🎉", "👩‍👩‍👧", "o'brien", "100%", "\\", "\n", "ı", "İ",
    "i",
  ]

  /// Ints that overflow soon are rare, so that most expressions have values.
  static func value(of type: ValueType, _ random: inout SeededRandom) -> Value {
    switch type {
    case .bool: .bool(random.chance(50))
    case .int:
      .int(
        random.chance(4)
          ? random.pick([.max, .min, 1 << 53, (1 << 53) + 1, -1 << 53])
          : Int64.random(in: -5...20, using: &random)
      )
    // Multiples of 1/8, so that sums are exact in every order.
    case .double:
      random.chance(3)
        ? .double(random.pick([.infinity, -.infinity, -0.0, 9_007_199_254_740_992]))
        : .double(Double(Int.random(in: -40...160, using: &random)) / 8)
    case .decimal: .decimal(Decimal(Int.random(in: -400...900, using: &random)) / 100)
    case .string: .string(random.pick(strings))
    case .date:
      .date(
        Timestamp(
          microseconds: Int64.random(in: -4...60, using: &random) * 43_200_000_000
        )
      )
    case .uuid:
      .uuid(
        UUID(
          uuidString: "00000000-0000-4000-8000-00000000000\(Int.random(in: 0...9, using: &random))"
        )
          ?? UUID()
      )
    // Signatures of functions for all enums name one without cases.
    case .enumeration(let type): type.cases.isEmpty ? .null : .string(random.pick(type.cases))
    case .list(let element):
      .list(
        (0..<random.pick([0, 1, 1, 2, 3, 5])).map { _ in
          random.chance(10) ? .null : value(of: element, &random)
        }
      )
    default: .null
    }
  }
}
