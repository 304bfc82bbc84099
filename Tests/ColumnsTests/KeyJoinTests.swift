import Columns
import Foundation
import Model
import TestSupport
import Testing

/// The hash join against a loop over all pairs.
@Suite struct KeyJoinTests {
  private static let types: [ValueType] = [
    .int, .double, .decimal, .string, .date, .bool, .uuid, .data,
  ]

  @Test(arguments: 0..<UInt64(fuzzCount(8)))
  func matchesALoop(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for left in Self.types {
      for right in Self.types {
        let values = (0..<40).map { _ in Self.value(left, &random) }
        let keys = (0..<25).map { _ in Self.value(right, &random) }
        let expected = values.map { value in
          keys.firstIndex { !value.isNull && ValueOrder.areEqual(value, $0) }.map(Int64.init)
            ?? Column.nullReference
        }
        let joined = KeyJoin.references(
          of: try Self.column(left, values),
          among: try Self.column(right, keys)
        )
        let meet =
          left == right || Set([left, right]).isSubset(of: [.int, .double])
          || Set([left, right]).isSubset(of: [.int, .decimal])
        let nowhere = values.map { _ in Column.nullReference }
        #expect(joined == (meet ? expected : nowhere), "seed \(seed): \(left) among \(right)")
      }
    }
  }

  private static func column(_ type: ValueType, _ values: [Value]) throws -> Column {
    try #require(Column(values, of: type))
  }

  private static func value(_ type: ValueType, _ random: inout SeededRandom) -> Value {
    if random.chance(15) { return .null }
    let number = Int.random(in: -4...12, using: &random)
    return switch type {
    case .int: .int(Int64(number))
    case .double: .double(random.chance(20) ? Double(number) + 0.5 : Double(number))
    case .decimal: .decimal(Decimal(number))
    case .string: .string(["", "a", "é", "e\u{301}", "z", "\(number)"][abs(number) % 6])
    case .date: .date(Timestamp(microseconds: Int64(number)))
    case .bool: .bool(number > 0)
    case .data: .data(Data([UInt8(abs(number))]))
    default:
      .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(abs(number)))))
    }
  }
}
