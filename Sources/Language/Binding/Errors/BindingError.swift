import Diagnostics
import Model

/// An error in a statement that parses: an enum of facts and positions for each topic, with its
/// wording in ``diagnostic``.
protocol BindingError {
  /// The worded error.
  var diagnostic: Diagnostic { get }
}

/// Shared wording.
enum Wording {
  /// The suggestion ``did you mean `a` or `b`?``.
  static func help(_ nearest: [String]) -> [String] {
    didYouMean(nearest).map { [$0] } ?? []
  }

  /// `Int, Double or Decimal`
  static func choice(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// All names in backticks, separated by commas.
  static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// `an Int`, `a Date`
  static func article(_ type: ValueType) -> String {
    let name = type.description
    // `UUID` is pronounced with a consonant.
    return ("AEIOaeio".contains(name.first ?? "x") ? "an " : "a ") + name
  }

  /// The label of an operand: `this is Double`.
  static func this(_ type: ValueType) -> String {
    "this is \(type)"
  }
}
