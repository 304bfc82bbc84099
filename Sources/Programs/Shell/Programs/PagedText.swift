/// Output for the pager.
final class PagedText {
  /// Receives the text. Writes fail after the user left the pager, so that printing stops.
  private(set) var output: TextOutput
  private let pager: Pager
  /// The output to use if there is no pager.
  private let plainOutput: TextOutput
  private var text = ""

  /// Creates the output for the terminal of `console`.
  init(_ console: Console) {
    pager = Pager(console)
    plainOutput = console.output
    output = plainOutput
    output = TextOutput(for: console.output.descriptor) { [unowned self] in take($0) }
  }

  /// Shows the remaining text, and waits until the user leaves the pager.
  func finish() {
    if !pager.finish() { plainOutput.write(text) }
  }

  /// Passes text on; false after the user left the pager.
  private func take(_ piece: String) -> Bool {
    text += piece
    return (try? pager.write(piece)) != nil
  }
}
