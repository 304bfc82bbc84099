import Diagnostics
import Model

/// Something wrong with a statement that parses: an enum of facts and places for each topic, whose
/// wording stands apart from the facts.
protocol BindingError {
  /// The finding as it is shown.
  var diagnostic: Diagnostic { get }
}

/// Pieces of wording that several topics share.
enum Wording {
  /// The help lines that name what may have been meant.
  static func help(_ nearest: [String]) -> [String] {
    didYouMean(nearest).map { [$0] } ?? []
  }

  /// `Int, Double or Decimal`
  static func choice(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// All `names`, each between backticks, with commas.
  static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// `an Int`, `a Date`
  static func article(_ type: ValueType) -> String {
    let name = type.description
    // `UUID` is spoken with a consonant.
    return ("AEIOaeio".contains(name.first ?? "x") ? "an " : "a ") + name
  }

  /// What stands beside an operand: `this is Double`
  static func this(_ type: ValueType) -> String {
    "this is \(type)"
  }
}
