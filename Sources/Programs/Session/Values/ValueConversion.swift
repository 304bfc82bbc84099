import Binding
import Foundation
package import Model
import Storage

/// Values of one type as values of another one.
package struct ValueConversion {
  /// What becomes of a value.
  package enum Outcome {
    /// The same in the other type.
    case same(Value)
    /// A part of it is lost: a fraction, digits.
    case rounded(Value)
    /// It is none of the other type.
    case misfit
  }

  private let source: ValueType
  private let target: ValueType

  /// Makes a conversion; nil where no value of the one type is one of the other.
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

  /// What becomes of a value that is not nil.
  package func convert(_ value: Value) -> Outcome { Self.convert(value, to: target) }

  /// The same without a look at what the type of all values was.
  package static func convert(_ value: Value, to target: ValueType) -> Outcome {
    if case .list(let element) = target { return list(value, of: element) }
    return switch target {
    case .string: text(value).map { .same(.string($0)) } ?? .misfit
    case .int: int(value)
    case .double: double(value)
    case .decimal: decimal(value)
    case .bool: bool(value)
    case .date, .uuid: literal(value, target)
    case .enumeration(let type): enumCase(value, type)
    default: .misfit
    }
  }

  /// An array element by element; one value becomes an array of it.
  private static func list(_ value: Value, of element: ValueType) -> Outcome {
    guard case .list(let values) = value else {
      return switch convert(value, to: element) {
      case .same(let value): .same(.list([value]))
      case .rounded(let value): .rounded(.list([value]))
      case .misfit: .misfit
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
      case .misfit: return .misfit
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
      guard let whole = Int64(exactly: number.rounded(.towardZero)) else { return .misfit }
      return number == Double(whole) ? .same(.int(whole)) : .rounded(.int(whole))
    case .decimal(let number):
      var (number, whole) = (number, Decimal())
      NSDecimalRound(&whole, &number, 0, number < 0 ? .up : .down)
      guard let int = Int64("\(whole)") else { return .misfit }
      return whole == number ? .same(.int(int)) : .rounded(.int(int))
    case .string(let text):
      guard let int = Int64(text), "\(int)" == text else { return .misfit }
      return .same(.int(int))
    default: return .misfit
    }
  }

  private static func double(_ value: Value) -> Outcome {
    switch value {
    case .double: return .same(value)
    case .int(let int):
      let number = Double(int)
      return Int64(exactly: number) == int ? .same(.double(number)) : .rounded(.double(number))
    case .decimal(let decimal):
      guard let number = Double("\(decimal)"), number.isFinite else { return .misfit }
      return Decimal(string: "\(number)") == decimal
        ? .same(.double(number)) : .rounded(.double(number))
    case .string(let text):
      guard isPlainNumber(text), let number = Double(text), number.isFinite else { return .misfit }
      return .same(.double(number))
    default: return .misfit
    }
  }

  private static func decimal(_ value: Value) -> Outcome {
    switch value {
    case .decimal: .same(value)
    case .int(let int): .same(.decimal(Decimal(int)))
    case .double(let number):
      number.isFinite
        ? Decimal(string: "\(number)").map { .same(.decimal($0)) } ?? .misfit : .misfit
    case .string(let text): isPlainNumber(text) ? literal(value, .decimal) : .misfit
    default: .misfit
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
    default: .misfit
    }
  }

  private static func literal(_ value: Value, _ type: ValueType) -> Outcome {
    guard case .string(let text) = value, let found = storedValue(of: text, as: type) else {
      return .misfit
    }
    return .same(found)
  }

  private static func enumCase(_ value: Value, _ type: EnumerationType) -> Outcome {
    guard case .string(let text) = value, type.ordinal(of: text) != nil else { return .misfit }
    return .same(value)
  }
}
