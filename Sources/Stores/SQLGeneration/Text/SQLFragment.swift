public import Foundation
import Model

/// A part of an SQL text with the values that are bound to its question marks.
///
/// Values reach SQL only as bindings; names only through ``quoted(_:)``.
public struct SQLFragment: Hashable, Sendable {
  /// The text; each `?` stands for the binding in its place.
  public private(set) var text: String
  /// What is bound, in the order of the question marks.
  public private(set) var bindings: [SQLValue]

  /// Makes a fragment; `text` has as many question marks as there are `bindings`.
  public init(_ text: String = "", _ bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// A value as a binding.
  public static func binding(_ value: SQLValue) -> SQLFragment {
    SQLFragment("?", [value])
  }

  /// The name of a table or column in double quotes.
  public static func quoted(_ name: String) -> SQLFragment {
    SQLFragment(name.quotedForSQL)
  }

  /// `CASE value WHEN … THEN … END`: what stands beside the element that `value` equals; NULL where it equals
  /// none.
  static func choice(
    by value: SQLFragment,
    of choices: [(when: SQLFragment, then: SQLFragment)]
  ) -> SQLFragment {
    if choices.isEmpty { return SQLFragment("NULL") }
    return "CASE " + value + choices.map { " WHEN " + $0.when + " THEN " + $0.then }.joined("")
      + " END"
  }

  /// Adds a text without bindings.
  public static func += (left: inout SQLFragment, right: String) {
    left.text += right
  }

  /// Adds a fragment.
  public static func += (left: inout SQLFragment, right: SQLFragment) {
    left.text += right.text
    left.bindings += right.bindings
  }

  /// Both behind one another.
  public static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    SQLFragment(left.text + right.text, left.bindings + right.bindings)
  }

  /// The fragment with a text behind it.
  public static func + (left: SQLFragment, right: String) -> SQLFragment {
    SQLFragment(left.text + right, left.bindings)
  }

  /// The fragment with a text before it.
  public static func + (left: String, right: SQLFragment) -> SQLFragment {
    SQLFragment(left + right.text, right.bindings)
  }
}

extension Sequence where Element == SQLFragment {
  /// All behind one another, with `separator` between.
  public func joined(_ separator: String) -> SQLFragment {
    var joined = SQLFragment()
    for (place, fragment) in enumerated() {
      if place > 0 { joined += separator }
      joined += fragment
    }
    return joined
  }
}

extension String {
  /// The name of a table or column in double quotes.
  public var quotedForSQL: String {
    "\"" + replacing(scalar: "\"", with: "\"\"") + "\""
  }

  /// The text as a literal.
  public var literalForSQL: String { "'" + replacing(scalar: "'", with: "''") + "'" }
}

/// A value that SQL can be given.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension SQLValue: CustomStringConvertible {
  /// The value as SQL writes it.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.literalForSQL
    case .blob(let data): "x'" + data.map { String(format: "%02X", $0) }.joined() + "'"
    }
  }
}
