/// What could have stood at a place.
enum Expectation: Sendable, Hashable {
  /// A statement's first word.
  case statement
  /// An operand.
  case operand(OperandRole)
  /// A name.
  case name(NameRole)
  /// One of these signs and keywords.
  case tokens([String])
  /// What may follow an operand: an operator, or one of these signs and keywords.
  case operatorOr([String])
  /// A clause or one of these signs; behind an expression also an operator.
  case clause(isAfterExpression: Bool, or: [String])
  /// The end of the statement or one of these signs and keywords; behind an expression also an
  /// operator.
  case endOfStatement(isAfterExpression: Bool, or: [String])
  /// What tells of which kind a member is, behind a word that is no kind by itself.
  case memberKind(word: String)
  /// One of a model's members, or its closing brace.
  case member
  /// One of a version's members, or its closing brace.
  case versionMember
  /// The end of a member or one more word of it.
  case endOfMember(isAfterExpression: Bool)
  /// How long a query is watched.
  case watchTime
  /// `nil` behind `is`.
  case nullTest
  /// A word operator behind `not`.
  case negatedOperator
  /// The path of a file, in quotes.
  case path
  /// The place of records within a file, in quotes.
  case placeInFile
  /// What is said where a check fails, in quotes.
  case message
  /// `{ … }`, `[ … ]` or fields.
  case record
}

/// What an operand is wanted for.
enum OperandRole: Sendable, Hashable {
  case value
  case condition
  case column
  case sortKey
  case groupKey
  case toManyPath
  case count
  /// A number that stands where there is one, and is too large or has a fraction.
  case wholeNumber
}

/// What a name is wanted for.
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
