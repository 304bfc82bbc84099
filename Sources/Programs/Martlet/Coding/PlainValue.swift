import Foundation
import Model

/// A value that can be read as one of Swift's plain types.
struct PlainValue {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// Whether values of a type are read whole, not member by member.
  static func isPlain(_ type: any Any.Type) -> Bool {
    plainTypes.contains(ObjectIdentifier(type))
  }

  private static let plainTypes = Set(
    ([
      Bool.self, String.self, Double.self, Float.self, Decimal.self, Date.self, Timestamp.self,
      UUID.self, Data.self, URL.self, RecordID.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ] as [any Any.Type]).map { ObjectIdentifier($0) }
  )

  /// The value as a plain type, or nil if it does not fit or the type is not plain.
  func read(_ type: any Any.Type) -> Any? {
    if type == Value.self { return value }
    switch value {
    case .bool(let flag): return type == Bool.self ? flag : nil
    case .int(let number): return integer(number, as: type)
    case .double(let number): return double(number, as: type)
    case .decimal(let number): return decimal(number, as: type)
    case .string(let text): return string(text, as: type)
    case .date(let moment):
      return type == Date.self ? moment.date : type == Timestamp.self ? moment : nil
    case .uuid(let uuid): return type == UUID.self ? uuid : nil
    case .data(let data): return type == Data.self ? data : nil
    case .record(let id): return type == RecordID.self ? id : nil
    case .null, .duration, .list, .object: return nil
    }
  }

  private func integer(_ number: Int64, as type: any Any.Type) -> Any? {
    if let type = type as? any FixedWidthInteger.Type { return exact(number, type) }
    if type == Double.self { return Double(number) }
    if type == Float.self { return Float(number) }
    if type == Decimal.self { return Decimal(number) }
    return nil
  }

  private func exact<Number: FixedWidthInteger>(_ number: Int64, _ type: Number.Type) -> Any? {
    Number(exactly: number)
  }

  private func double(_ number: Double, as type: any Any.Type) -> Any? {
    if type == Double.self { return number }
    return type == Float.self ? Float(number) : nil
  }

  private func decimal(_ number: Decimal, as type: any Any.Type) -> Any? {
    if type == Decimal.self { return number }
    guard type == UInt64.self || type == UInt.self else { return nil }
    let whole = UInt64(number.description)
    return type == UInt.self ? whole.flatMap { UInt(exactly: $0) } : whole
  }

  private func string(_ text: String, as type: any Any.Type) -> Any? {
    if type == String.self { return text }
    return type == URL.self ? URL(string: text) : nil
  }

  /// The type of the value, for error messages.
  var description: String {
    switch value {
    case .null: "nil"
    case .bool: "a Bool"
    case .int(let number): "the Int \(number)"
    case .double: "a Double"
    case .decimal: "a Decimal"
    case .string: "a String"
    case .date: "a Date"
    case .duration: "a duration"
    case .uuid: "a UUID"
    case .data: "Data"
    case .list: "a list"
    case .object: "a struct"
    case .record(let id): "the record \(id)"
    }
  }
}
