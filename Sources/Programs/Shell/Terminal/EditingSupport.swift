import Diagnostics

/// What the shell knows about the text of a block while it is edited.
struct EditingSupport {
  /// Whether Enter ends a block, or adds a line to it.
  var isComplete: (String) -> Bool
  /// What may stand at a place of a block.
  var completion: (CompletionPlace) -> Completion = { _ in .none }
  /// For each character (Unicode scalar) of a block with the cursor behind so many of them what it
  /// is for; nil where it is not coloured.
  var roles: (_ text: String, _ cursor: Int) -> [TextRole]? = { _, _ in nil }
  /// What is open at the end of a block that is not complete, as it was written.
  var openConstruct: (String) -> String? = { _ in nil }
}
