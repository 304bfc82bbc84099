import Expressions
import Model

/// Why something has no counterpart in another predicate language.
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

  /// What is missing from `language`, as a sentence without its period.
  func explanation(in language: String) -> String {
    switch self {
    case .aggregate(let function): "\(language) has no `\(function.rawValue)`"
    case .aggregateOfExpression(let function):
      "`@\(function.rawValue)` takes a stored attribute, not an expression"
    case .deepCount: "\(language) counts the records behind one relationship, not behind several"
    case .function(let function): "\(language) has no `\(function.rawValue)`"
    case .match(let match): "\(language) has no operator like `\(match.spelling)`"
    case .enumeration(let name): "\(language) cannot compare cases of the enum \(name)"
    case .array: "\(language) cannot look inside an array attribute"
    case .composite: "\(language) cannot compare whole structs"
    case .identity: "identities such as `Budget#3` are Martlet's own"
    case .subquery: "\(language) has no subquery with its own sort or limit"
    case .dateArithmetic: "\(language) does not add durations to the dates of records"
    case .concatenation: "\(language) does not join strings"
    case .conversion(let type): "\(language) does not convert an Int to \(type)"
    case .integerDivision: "\(language) divides Ints as Doubles"
    case .divisionByAttribute: "a division by zero gives nil here, not in \(language)"
    case .remainder: "\(language) has no remainder operator"
    case .mixedOptionals: "both branches would have to be optional, or neither"
    case .outerRecord: "\(language) cannot name the outer record there"
    case .shape: "\(language) has no nested shapes"
    case .kind: "\(language) does not ask for the model of a record like this"
    case .unnamedInverse: "the relationship has no name on this side"
    }
  }
}
