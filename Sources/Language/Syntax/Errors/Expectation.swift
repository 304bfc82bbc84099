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
  /// `2`, `1.2.0`
  case versionNumber
  /// The end of a member, or another word of it.
  case endOfMember(isAfterExpression: Bool)
  case watchTime
  /// The query or the changes of a `let`.
  case savedBody
  /// A statement that changes records.
  case change
  /// The end of a change within braces.
  case endOfChange(isAfterExpression: Bool)
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

/// The purpose of an operand, as messages name it.
enum OperandRole: String, Sendable, Hashable {
  case value = "a value"
  case condition = "a condition"
  case column = "a column or `*`"
  case sortKey = "a sort key"
  case groupKey = "a key to group by"
  case toManyPath = "the path of a to-many relationship"
  case count = "a number"
  case moment = "a moment"
  /// A number that is too large or has a fraction.
  case wholeNumber = "a whole number up to 9223372036854775807"
}

/// The purpose of a name, as messages name it.
enum NameRole: String, Sendable, Hashable {
  case entity = "the name of a model"
  case newModel = "a name for the model"
  case newName = "a name"
  case attribute = "the name of an attribute"
  case field = "the name of a field"
  case type = "a type"
  case inverse = "the name of the inverse relationship"
  case format = "the name of a format"
  case newType = "a name for the type"
  case enumCase = "the name of a case"
  case newQuery = "a name for the query or the change"
  case savedQuery = "the name of a saved query"
  case savedChange = "the name of a change"
  case parameter = "the name of a parameter"
  case relationship = "the name of a relationship"
  case store = "the name of an open store"
  case column = "the name of a column"
}
