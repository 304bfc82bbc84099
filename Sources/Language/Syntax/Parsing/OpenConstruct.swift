/// Something that has been opened: a bracket, a clause, `if` before its `else`.
struct OpenConstruct: Sendable {
  /// What line ends mean within.
  enum LineEnds: Sendable {
    /// One before a blank line or the next statement ends the statement.
    case mayEndStatement
    /// Each ends the member of a declaration.
    case endMember
    /// None has a meaning.
    case areSpace
  }

  let opener: Written
  /// The opening bracket, if it is one.
  let bracket: Symbol?
  /// The keyword, if it is one.
  let keyword: Keyword?
  let lineEnds: LineEnds
}
