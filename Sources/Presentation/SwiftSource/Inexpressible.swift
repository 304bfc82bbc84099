import Expressions
import Model

/// Why another language cannot express something.
enum Inexpressible: Error, Hashable {
  case aggregate(AggregateFunction)
  case aggregateOfExpression(AggregateFunction)
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
  case integerDivision
  case divisionByAttribute
  case remainder
  case mixedOptionals
  case outerRecord
  case shape
  case unnamedInverse
  case kind

  /// The explanation, without a period.
  func explanation(in language: String) -> String {
    switch self {
    case .aggregate(let function): "\(language) has no `\(function.rawValue)`"
    case .aggregateOfExpression(let function):
      "`@\(function.rawValue)` takes a stored attribute, not an expression"
    case .deepCount: "\(language) can count across one relationship, not across several"
    case .function(let function): "\(language) has no `\(function.rawValue)`"
    case .match(let match): "\(language) has no operator like `\(match.spelling)`"
    case .enumeration(let name): "\(language) cannot compare cases of the enum \(name)"
    case .array: "\(language) cannot look inside an array attribute"
    case .composite: "\(language) cannot compare whole structs"
    case .identity: "identities such as `Budget#3` only exist in Martlet"
    case .subquery: "\(language) has no subquery with its own sort or limit"
    case .dateArithmetic: "\(language) does not add durations to the dates of records"
    case .concatenation: "\(language) does not join strings"
    case .conversion(let type): "\(language) does not convert an Int to \(type)"
    case .integerDivision: "\(language) divides Ints as Doubles"
    case .divisionByAttribute: "division by zero gives nil in Martlet, but not in \(language)"
    case .remainder: "\(language) has no remainder operator"
    case .mixedOptionals: "both branches must be optional, or neither"
    case .outerRecord: "\(language) cannot refer to the outer record here"
    case .shape: "\(language) has no nested shapes"
    case .kind: "\(language) cannot test the model of a record like this"
    case .unnamedInverse: "the relationship has no name on this side"
    }
  }
}
