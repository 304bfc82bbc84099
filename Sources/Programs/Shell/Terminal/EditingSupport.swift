import Diagnostics

/// The shell's knowledge about an edited block.
struct EditingSupport {
  /// Whether Enter ends the block; otherwise it adds a line.
  var isComplete: (String) -> Bool
  /// The completions at a place.
  var completion: (CompletionPlace) -> Completion = { _ in .none }
  /// The role of each Unicode scalar of a block; nil if it is not colored.
  var roles: (_ text: String, _ cursor: Int) -> [TextRole]? = { _, _ in nil }
  /// The unclosed construct at the end of an incomplete block, as written.
  var openConstruct: (String) -> String? = { _ in nil }
}
