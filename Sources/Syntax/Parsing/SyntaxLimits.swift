/// How deep a text may nest; both keep recursion within the small stack of a secondary thread.
public enum SyntaxLimits {
  /// How many expressions may lie within one another in the tree, as a row of `+` makes them.
  public static let height = 250
  /// How many brackets, prefixes and operands the parser goes into at a time.
  public static let nesting = 100
}
