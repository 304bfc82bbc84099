/// What was not understood: who knows other languages can tell what is meant by it.
public indirect enum UnknownInput: Sendable, Hashable {
  /// The token at the finding's place, in the statement that begins at the offset.
  case token(Place, statement: Int)
  /// The keyword at the finding's place, in the statement that begins at the offset. If it is a name, something else is
  /// wrong.
  case keyword(statement: Int, otherwise: Diagnostic)
  /// The word at the finding's place.
  case word
  /// The name of a command, lower-case and without its dot.
  case command(String)
  /// The name of a function.
  case function(String)
  /// The name of a member, `owner.name`; the owner as it is written, nil where none is.
  case member(String, of: String?, Owner)

  /// Where an unknown token is.
  public enum Place: Sendable, Hashable {
    /// At the start of a statement.
    case statement
    /// Where a clause could begin.
    case clause
    /// Where a parameter's name should be.
    case parameterName
    /// Anywhere else.
    case other
  }

  /// What an unknown member is looked up in.
  public enum Owner: Sendable, Hashable {
    case record, text, array
    /// A value of another type.
    case value
    /// All records that a to-many path leads to.
    case records
    /// The values of all records that a to-many path leads to.
    case values
  }
}
