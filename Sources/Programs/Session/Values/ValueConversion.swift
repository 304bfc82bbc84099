import Binding
import Foundation
package import Model
import Storage

/// Converts values between types.
package struct ValueConversion {
  /// The result of a conversion.
  package enum Outcome {
    /// An equal value.
    case same(Value)
    /// A value with less precision.
    case rounded(Value)
    /// The value cannot be converted.
    case invalid
  }

  private let source: ValueType
  private let target: ValueType

  /// Creates a conversion; nil if no value can be converted.
  package init?(from source: ValueType, to target: ValueType) {
    guard Self.isPossible(source, target) else { return nil }
    (self.source, self.target) = (source, target)
  }

  private static func isPossible(_ source: ValueType, _ target: ValueType) -> Bool {
    switch (source, target) {
    case (.list(let element), .list(let other)): isPossible(element, other)
    case (.list, _), (.composite, _), (_, .composite), (_, .data), (.data, _): source == target
    case (let element, .list(let other)): isPossible(element, other)
    case (_, .string), (.string, _), (.enumeration, .enumeration): true
    case (.bool, .int), (.int, .bool): true
    default: source == target || source.isNumeric && target.isNumeric
    }
  }

  /// Converts a non-nil value.
  package func convert(_ value: Value) -> Outcome { Self.convert(value, to: target) }

  /// Converts a non-nil value of any type.
  package static func convert(_ value: Value, to target: ValueType) -> Outcome {
    if case .list(let element) = target { return list(value, of: element) }
    return switch target {
    case .string: text(value).map { .same(.string($0)) } ?? .invalid
    case .int: int(value)
    case .double: double(value)
    case .decimal: decimal(value)
    case .bool: bool(value)
    case .date, .uuid: literal(value, target)
    case .enumeration(let type): enumCase(value, type)
    default: .invalid
    }
  }

  /// Converts an array by element; a single value becomes an array.
  private static func list(_ value: Value, of element: ValueType) -> Outcome {
    guard case .list(let values) = value else {
      return switch convert(value, to: element) {
      case .same(let value): .same(.list([value]))
      case .rounded(let value): .rounded(.list([value]))
      case .invalid: .invalid
      }
    }
    var converted: [Value] = []
    var isRounded = false
    for value in values {
      switch convert(value, to: element) {
      case .same(let value): converted.append(value)
      case .rounded(let value):
        converted.append(value)
        isRounded = true
      case .invalid: return .invalid
      }
    }
    return isRounded ? .rounded(.list(converted)) : .same(.list(converted))
  }

  private static func text(_ value: Value) -> String? {
    switch value {
    case .string(let text): text
    case .list, .object, .record, .data, .null: nil
    default: FailureWording.text(value)
    }
  }

  private static func int(_ value: Value) -> Outcome {
    switch value {
    case .int: return .same(value)
    case .bool(let flag): return .same(.int(flag ? 1 : 0))
    case .double(let number):
      guard let whole = Int64(exactly: number.rounded(.towardZero)) else { return .invalid }
      return number == Double(whole) ? .same(.int(whole)) : .rounded(.int(whole))
    case .decimal(let number):
      var (number, whole) = (number, Decimal())
      NSDecimalRound(&whole, &number, 0, number < 0 ? .up : .down)
      guard let int = Int64("\(whole)") else { return .invalid }
      return whole == number ? .same(.int(int)) : .rounded(.int(int))
    case .string(let text):
      guard let int = Int64(text), "\(int)" == text else { return .invalid }
      return .same(.int(int))
    default: return .invalid
    }
  }

  private static func double(_ value: Value) -> Outcome {
    switch value {
    case .double: return .same(value)
    case .int(let int):
      let number = Double(int)
      return Int64(exactly: number) == int ? .same(.double(number)) : .rounded(.double(number))
    case .decimal(let decimal):
      guard let number = Double("\(decimal)"), number.isFinite else { return .invalid }
      return Decimal(string: "\(number)") == decimal
        ? .same(.double(number)) : .rounded(.double(number))
    case .string(let text):
      guard isPlainNumber(text), let number = Double(text), number.isFinite else { return .invalid }
      return .same(.double(number))
    default: return .invalid
    }
  }

  private static func decimal(_ value: Value) -> Outcome {
    switch value {
    case .decimal: .same(value)
    case .int(let int): .same(.decimal(Decimal(int)))
    case .double(let number):
      number.isFinite
        ? Decimal(string: "\(number)").map { .same(.decimal($0)) } ?? .invalid : .invalid
    case .string(let text): isPlainNumber(text) ? literal(value, .decimal) : .invalid
    default: .invalid
    }
  }

  private static func isPlainNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
  }

  private static func bool(_ value: Value) -> Outcome {
    switch value {
    case .bool: .same(value)
    case .int(0), .string("false"): .same(.bool(false))
    case .int(1), .string("true"): .same(.bool(true))
    default: .invalid
    }
  }

  private static func literal(_ value: Value, _ type: ValueType) -> Outcome {
    guard case .string(let text) = value, let found = storedValue(of: text, as: type) else {
      return .invalid
    }
    return .same(found)
  }

  private static func enumCase(_ value: Value, _ type: EnumerationType) -> Outcome {
    guard case .string(let text) = value, type.ordinal(of: text) != nil else { return .invalid }
    return .same(value)
  }
}
