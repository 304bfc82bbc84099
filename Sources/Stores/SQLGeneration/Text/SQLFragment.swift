package import Foundation
import Model

/// A part of an SQL statement with the values bound to its question marks.
///
/// Values reach SQL only as bindings, names only through ``quoted(_:)``.
package struct SQLFragment: Hashable, Sendable {
  /// The SQL; each `?` stands for the binding at its position.
  package private(set) var text: String
  /// The bindings in the order of the question marks.
  package private(set) var bindings: [SQLValue]
  /// Whether a server may report an error for some row: a result out of range. Then the engine has
  /// to evaluate the query. It knows whether this is an error, and names the record.
  package private(set) var mayFail = false

  /// -
  package init(_ text: String = "", _ bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// The same SQL, for which a server may report an error for some row.
  var failing: SQLFragment {
    var fragment = self
    fragment.mayFail = true
    return fragment
  }

  /// A value as a binding.
  package static func binding(_ value: SQLValue) -> SQLFragment {
    if case .typed(_, let type) = value { return SQLFragment("?::\(type)", [value]) }
    return SQLFragment("?", [value])
  }

  /// The name of a table or column in double quotes.
  package static func quoted(_ name: String) -> SQLFragment {
    SQLFragment(name.quotedForSQL)
  }

  /// `CASE value WHEN … THEN … END`; NULL if no case matches.
  static func choice(
    by value: SQLFragment,
    of choices: [(when: SQLFragment, then: SQLFragment)]
  ) -> SQLFragment {
    if choices.isEmpty { return SQLFragment("NULL") }
    return "CASE " + value + choices.map { " WHEN " + $0.when + " THEN " + $0.then }.joined("")
      + " END"
  }

  package static func += (left: inout SQLFragment, right: String) {
    left.text += right
  }

  package static func += (left: inout SQLFragment, right: SQLFragment) {
    left.text += right.text
    left.bindings += right.bindings
    left.mayFail = left.mayFail || right.mayFail
  }

  package static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    var sum = left
    sum += right
    return sum
  }

  package static func + (left: SQLFragment, right: String) -> SQLFragment {
    var sum = left
    sum += right
    return sum
  }

  package static func + (left: String, right: SQLFragment) -> SQLFragment {
    var sum = right
    sum.text = left + right.text
    return sum
  }
}

extension Sequence where Element == SQLFragment {
  /// Joins the fragments with a separator.
  package func joined(_ separator: String) -> SQLFragment {
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
  package var quotedForSQL: String {
    "\"" + replacing(scalar: "\"", with: "\"\"") + "\""
  }

  /// The string as a literal.
  package var literalForSQL: String { "'" + replacing(scalar: "'", with: "''") + "'" }
}

/// A value that can be bound to a statement.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
  /// The text of a value of a type that only a database server has.
  case typed(String, type: String)
}

extension SQLValue: CustomStringConvertible {
  /// The value as an SQL literal.
  package var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.literalForSQL
    case .typed(let text, let type): "\(text.literalForSQL)::\(type)"
    case .blob(let data): "x'" + data.map { String(format: "%02X", $0) }.joined() + "'"
    }
  }
}
