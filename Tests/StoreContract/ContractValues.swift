import Columns
import Foundation
import Model

/// Values of every type for the random checks.
enum ContractValues {
  /// The value number `number` of a type; neighbors are unlike in ways that are easily missed.
  static func value(_ number: Int64, of type: ValueType) -> Value {
    switch type {
    case .bool: .bool(number % 2 == 0)
    case .int: .int(number - 4)
    case .double: .double(Double(number - 4) / 8)
    case .decimal: .decimal(Decimal(number) / 100)
    case .string: .string(text(number))
    case .date: .date(Timestamp(microseconds: number * -86_400_000_001))
    case .uuid: .uuid(UUID(UInt128(number) << 64 | UInt128(number)))
    case .data: .data(Data([UInt8(truncatingIfNeeded: number)]))
    case .enumeration(let type): .string(type.cases[Int(number) % type.cases.count])
    case .list(let element): .list((0..<number % 3).map { value(number + $0, of: element) })
    default: .null
    }
  }

  private static func text(_ number: Int64) -> String {
    // The first and second look alike; they are different texts.
    let stems = ["\u{e9}", "e\u{301}", "", "a", "A", "日本"]
    let round = number / Int64(stems.count)
    return stems[Int(number) % stems.count] + (round == 0 ? "" : "\(round)")
  }
}
