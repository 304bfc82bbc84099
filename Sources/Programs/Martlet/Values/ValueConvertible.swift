public import Foundation
public import Model

/// What stands for a value of the language: Swift's plain types, and arrays and optionals of them.
///
/// A value is never pasted into a text: `"limit > \(limit)"` compares with the number itself.
public protocol ValueConvertible {
  /// The value.
  var martletValue: Value { get }
}

extension Value {
  /// The value that `content` stands for; nil is ``Value/null``.
  public init(_ content: (any ValueConvertible)?) {
    self = content?.martletValue ?? .null
  }
}

extension Value {
  /// The value as one of Swift's plain types, `record["limit"].as(Double.self)`; nil where it is nil, of
  /// another type, or does not fit.
  public func `as`<Plain: ValueConvertible>(_ type: Plain.Type) -> Plain? {
    PlainValue(self).read(type) as? Plain
  }
}

extension Value: ValueConvertible {
  /// Itself.
  public var martletValue: Value { self }
}

extension Bool: ValueConvertible {
  /// A Bool.
  public var martletValue: Value { .bool(self) }
}

extension String: ValueConvertible {
  /// A text.
  public var martletValue: Value { .string(self) }
}

extension Substring: ValueConvertible {
  /// A text.
  public var martletValue: Value { .string(String(self)) }
}

extension Double: ValueConvertible {
  /// A Double.
  public var martletValue: Value { .double(self) }
}

extension Float: ValueConvertible {
  /// The shortest decimal number that reads back as this Float, as a Double: 0.1 stays 0.1.
  public var martletValue: Value { .double(Double(description) ?? Double(self)) }
}

extension Decimal: ValueConvertible {
  /// A Decimal.
  public var martletValue: Value { .decimal(self) }
}

extension Date: ValueConvertible {
  /// A moment, to the microsecond.
  public var martletValue: Value { .date(Timestamp(self)) }
}

extension Timestamp: ValueConvertible {
  /// A moment.
  public var martletValue: Value { .date(self) }
}

extension UUID: ValueConvertible {
  /// A UUID.
  public var martletValue: Value { .uuid(self) }
}

extension Data: ValueConvertible {
  /// Bytes.
  public var martletValue: Value { .data(self) }
}

extension URL: ValueConvertible {
  /// The URL as a text.
  public var martletValue: Value { .string(absoluteString) }
}

extension RecordID: ValueConvertible {
  /// The record.
  public var martletValue: Value { .record(self) }
}

extension FixedWidthInteger {
  /// An Int; a Decimal where it is beyond 64 bits.
  public var martletValue: Value {
    Int64(exactly: self).map(Value.int) ?? Decimal(string: description).map(Value.decimal) ?? .null
  }
}

extension Int: ValueConvertible {}
extension Int8: ValueConvertible {}
extension Int16: ValueConvertible {}
extension Int32: ValueConvertible {}
extension Int64: ValueConvertible {}
extension UInt: ValueConvertible {}
extension UInt8: ValueConvertible {}
extension UInt16: ValueConvertible {}
extension UInt32: ValueConvertible {}
extension UInt64: ValueConvertible {}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  /// The value, or nil.
  public var martletValue: Value { self?.martletValue ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  /// A list.
  public var martletValue: Value { .list(map(\.martletValue)) }
}

extension Timestamp {
  /// The moment, rounded to microseconds; one out of their range becomes the first or the last.
  public init(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    self.init(microseconds: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
  }

  /// The moment as Foundation's.
  public var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}
