import Expressions
import Model

/// Why SwiftData cannot express something.
enum Inexpressible: Error, Hashable {
  case aggregate(AggregateFunction)
  case deepCount
  case function(ScalarFunction)
  case match(StringMatch)
  case enumeration(String)
  case array
  case composite
  case identity
  case subquery
  case dateArithmetic
  case concatenation
  case conversion(ValueType)
  case divisionByAttribute
  case remainder
  case mixedOptionals
  case outerRecord
  case shape
  case unnamedInverse
  case kind

  /// The explanation, without a period.
  var explanation: String {
    switch self {
    case .aggregate(let function): "SwiftData has no `\(function.name)`"
    case .deepCount: "SwiftData can count across one relationship, not across several"
    case .function(let function): "SwiftData has no `\(function.name)`"
    case .match(let match): "SwiftData has no operator like `\(match.spelling)`"
    case .enumeration(let name): "SwiftData cannot compare cases of the enum \(name)"
    case .array: "SwiftData cannot look inside an array attribute"
    case .composite: "SwiftData cannot compare whole structs"
    case .identity: "identities such as `Budget#3` only exist in Martlet"
    case .subquery: "SwiftData has no subquery with its own sort or limit"
    case .dateArithmetic: "SwiftData does not add durations to the dates of records"
    case .concatenation: "SwiftData does not join strings"
    case .conversion(let type): "SwiftData does not convert an Int to \(type)"
    case .divisionByAttribute: "division by zero gives nil in Martlet, but not in SwiftData"
    case .remainder: "SwiftData has no remainder operator"
    case .mixedOptionals: "both branches must be optional, or neither"
    case .outerRecord: "SwiftData cannot refer to the outer record here"
    case .shape: "SwiftData has no nested shapes"
    case .kind: "SwiftData cannot test the model of a record like this"
    case .unnamedInverse: "the relationship has no name on this side"
    }
  }
}
