/// An unfinished construct: a bracket, a clause, `if` before its `else`.
struct OpenConstruct: Sendable {
  /// The meaning of line ends within the construct.
  enum LineEnds: Sendable {
    /// A line end before a blank line or the next statement ends the statement.
    case mayEndStatement
    /// A line end ends the member of a declaration.
    case endMember
    /// Line ends are white space.
    case areSpace
  }

  let opener: Written
  let bracket: Symbol?
  let keyword: Keyword?
  let lineEnds: LineEnds
}
