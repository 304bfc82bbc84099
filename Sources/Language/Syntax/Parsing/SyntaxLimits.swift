/// How deep a text may nest.
///
/// Both keep recursion within the 512 KB stack of a secondary thread, in a debug build too: there a
/// level costs the parser up to 4 KB and the printer 1.5 KB. So the functions that call one another
/// around a nested expression are small, and leave to others what needs room for many values.
public enum SyntaxLimits {
  /// How many expressions may lie within one another in the tree, as a row of `+` makes them.
  public static let height = 250
  /// How many operations, prefixes and brackets the parser goes into at a time; a pair of
  /// parentheses counts once, the brackets of a list or a call count twice.
  public static let nesting = 100
}
