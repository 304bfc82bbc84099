/// A source of blocks.
protocol BlockReader: AnyObject {
  /// Shows `prompt` and waits for a block.
  func readBlock(prompt: Prompt) -> LineEditor.Answer
  /// Adds `block` to the blocks that the Up key recalls.
  func remember(_ block: String)
  /// Notes that `block` failed, so that it is suggested last.
  func markFailed(_ block: String)
  /// Ends the line of the prompt, before the shell exits.
  func endLine()
}

extension LineEditor: BlockReader {
  func endLine() { write("\r\n") }
}
