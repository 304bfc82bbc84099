/// What hands the shell one block after another.
protocol BlockReader: AnyObject {
  /// Shows `prompt` and waits for a block.
  func readBlock(prompt: Prompt) -> LineEditor.Answer
  /// Shows `prompt` and waits for a line, whatever stands in it.
  func readLine(prompt: Prompt) -> LineEditor.Answer
  /// Makes `block` the newest that can be recalled.
  func remember(_ block: String)
  /// Leaves the line of the prompt, for what comes after the shell.
  func endLine()
}

extension LineEditor: BlockReader {
  func endLine() { write("\r\n") }

  func readLine(prompt: Prompt) -> Answer {
    let support = support
    defer { self.support = support }
    self.support = nil
    return readBlock(prompt: prompt)
  }
}
