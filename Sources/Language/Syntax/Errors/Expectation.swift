/// What the parser expected.
enum Expectation: Sendable, Hashable {
  /// A statement's first word.
  case statement
  /// An operand.
  case operand(OperandRole)
  /// A name.
  case name(NameRole)
  /// One of these signs and keywords.
  case tokens([String])
  /// An operator, or one of these signs and keywords.
  case operatorOr([String])
  /// A clause or one of these signs; after an expression also an operator.
  case clause(isAfterExpression: Bool, or: [String])
  /// The end of the statement or one of these signs and keywords; after an expression also an
  /// operator.
  case endOfStatement(isAfterExpression: Bool, or: [String])
  /// The `:` or `=` after a member's name.
  case memberKind(word: String)
  /// One of a model's members, or its closing brace.
  case member
  /// One of a version's members, or its closing brace.
  case versionMember
  /// The end of a member, or another word of it.
  case endOfMember(isAfterExpression: Bool)
  case watchTime
  /// `nil` after `is`.
  case nullTest
  /// A word operator after `not`.
  case negatedOperator
  /// The path of a file, in quotes.
  case path
  /// The path to records within a file, in quotes.
  case placeInFile
  /// The message of a check, in quotes.
  case message
  /// `{ … }`, `[ … ]` or fields.
  case record
}

/// The purpose of an operand.
enum OperandRole: Sendable, Hashable {
  case value
  case condition
  case column
  case sortKey
  case groupKey
  case toManyPath
  case count
  /// A number that is too large or has a fraction.
  case wholeNumber
}

/// The purpose of a name.
enum NameRole: Sendable, Hashable {
  case entity
  case newModel
  case newName
  case attribute
  case field
  case type
  case inverse
  case format
  case newType
  case enumCase
  case newQuery
  case savedQuery
  case parameter
  case relationship
  case store
  case column
}
