import Columns
import Foundation
import Model
import Testing

/// Columns of every stored type with the values they should hold.
enum ColumnSamples {
  static let types: [ValueType] = [
    .bool, .int, .double, .decimal, .string, .date, .uuid, .data, .list(.int), .list(.string),
  ]

  /// `count` values of `type`; of each `nilEvery` one is nil.
  static func values(of type: ValueType, count: Int, nilEvery: Int? = nil) -> [Value] {
    (0..<count).map { row in
      if let nilEvery, row % nilEvery == 0 { return .null }
      return value(Int64(row * 37 % 11), of: type)
    }
  }

  /// A builder that has taken `values`.
  static func builder(of type: ValueType, _ values: [Value]) throws -> any ColumnBuilder {
    let builder = makeColumnBuilder(continuing: try #require(Column.empty(of: type)))
    for value in values { #expect(builder.append(value)) }
    return builder
  }

  /// All values of a column.
  static func values(in column: Column) -> [Value] {
    (0..<column.count).map { column.value(at: $0) }
  }

  static func value(_ number: Int64, of type: ValueType) -> Value {
    switch type {
    case .bool: .bool(number % 2 == 0)
    case .int: .int(number)
    case .double: .double(Double(number) / 8)
    case .decimal: .decimal(Decimal(number) / 100)
    case .string: .string(number == 0 ? "" : "text \(number)")
    case .date: .date(Timestamp(microseconds: -number))
    case .uuid: .uuid(UUID(UInt128(number) << 100))
    case .data: .data(Data([UInt8(truncatingIfNeeded: number), 0]))
    case .list(let element):
      .list((0...number % 3).map { $0 == 2 ? .null : value(number + $0, of: element) })
    default: .null
    }
  }
}
