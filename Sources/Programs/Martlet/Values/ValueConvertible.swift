public import Foundation
public import Model

/// A type whose values can be used in queries: Swift's plain types, and arrays and optionals of
/// them.
///
/// Conform your own types to bind them in queries:
///
/// ```swift
/// struct Money: ValueConvertible {
///   var cents: Int
///   var martletValue: Value { .decimal(Decimal(cents) / 100) }
/// }
/// ```
public protocol ValueConvertible {
  /// The value to bind.
  var martletValue: Value { get }
}

extension Value {
  /// Creates the value of a variable, as in `["limit": Value(limit)]`. Nil becomes a null value.
  public init(_ content: (any ValueConvertible)?) {
    self = content?.martletValue ?? .null
  }
}

extension Value {
  /// Returns the value as one of Swift's plain types, or nil if it has another type or does not
  /// fit.
  ///
  /// An Int can be read as any type of number.
  ///
  /// ```swift
  /// let limit = record["limit"].as(Double.self)
  /// ```
  public func `as`<Plain: ValueConvertible>(_ type: Plain.Type) -> Plain? {
    PlainValue(self).read(type) as? Plain
  }
}

extension Value: ValueConvertible {
  /// The value itself.
  public var martletValue: Value { self }
}

extension Bool: ValueConvertible {
  /// A Bool.
  public var martletValue: Value { .bool(self) }
}

extension String: ValueConvertible {
  /// A String.
  public var martletValue: Value { .string(self) }
}

extension Substring: ValueConvertible {
  /// A String.
  public var martletValue: Value { .string(String(self)) }
}

extension Double: ValueConvertible {
  /// A Double.
  public var martletValue: Value { .double(self) }
}

extension Float: ValueConvertible {
  /// A Double with the same decimal digits: 0.1 stays 0.1.
  public var martletValue: Value { .double(Double(description) ?? Double(self)) }
}

extension Decimal: ValueConvertible {
  /// A Decimal.
  public var martletValue: Value { .decimal(self) }
}

extension Date: ValueConvertible {
  /// A Date, rounded to microseconds.
  public var martletValue: Value { .date(Timestamp(self)) }
}

extension Timestamp: ValueConvertible {
  /// A Date.
  public var martletValue: Value { .date(self) }
}

extension UUID: ValueConvertible {
  /// A UUID.
  public var martletValue: Value { .uuid(self) }
}

extension Data: ValueConvertible {
  /// Data.
  public var martletValue: Value { .data(self) }
}

extension URL: ValueConvertible {
  /// A String, the absolute URL.
  public var martletValue: Value { .string(absoluteString) }
}

extension RecordID: ValueConvertible {
  /// A reference to the record.
  public var martletValue: Value { .record(self) }
}

extension FixedWidthInteger {
  /// An Int, or a Decimal if the number does not fit in 64 bits.
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
  /// The wrapped value, or a null value.
  public var martletValue: Value { self?.martletValue ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  /// A list.
  public var martletValue: Value { .list(map(\.martletValue)) }
}

extension Timestamp {
  /// Creates a timestamp, rounded to microseconds. Dates out of range become the first or last one.
  public init(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    self.init(microseconds: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
  }

  /// The timestamp as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}
