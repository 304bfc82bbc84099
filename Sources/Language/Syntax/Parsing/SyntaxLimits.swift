/// The limits of nesting.
///
/// Both keep recursion within the 512 KB stack of a secondary thread, even in a debug build, in
/// which a level takes up to 4 KB in the parser and 1.5 KB in the printer. The functions that
/// recurse over nested expressions are therefore small.
public enum SyntaxLimits {
  /// The maximum height of an expression tree, as in a chain of `+`.
  public static let height = 250
  /// The maximum depth of operations, prefixes and brackets in the parser; parentheses count once,
  /// the brackets of a list or a call twice.
  public static let nesting = 100
}
