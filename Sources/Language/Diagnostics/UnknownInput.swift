/// Unknown input, which may be valid in another language.
public indirect enum UnknownInput: Sendable, Hashable {
  /// The token at the diagnostic's position, in the statement that starts at the offset.
  case token(Place, statement: Int)
  /// The keyword at the diagnostic's position, in the statement that starts at the offset;
  /// `otherwise` is the error if the keyword is meant as a name.
  case keyword(statement: Int, otherwise: Diagnostic)
  /// The word at the diagnostic's position.
  case word
  /// The name of a command in lower case, without its dot.
  case command(String)
  /// The name of a function.
  case function(String)
  /// The name of a member; the owner as written, nil if there is none.
  case member(String, of: String?, Owner)

  /// The position of an unknown token.
  public enum Place: Sendable, Hashable {
    /// At the start of a statement.
    case statement
    /// Where a clause could start.
    case clause
    /// In place of a parameter's name.
    case parameterName
    /// Anywhere else.
    case other
  }

  /// The kind of value that an unknown member was looked up in.
  public enum Owner: Sendable, Hashable {
    case record, text, array
    /// A value of another type.
    case value
    /// The records of a to-many path.
    case records
    /// The values of all records of a to-many path.
    case values
  }
}
