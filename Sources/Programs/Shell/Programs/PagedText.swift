/// What is printed while the pager shows it, piece by piece.
final class PagedText {
  /// Takes the text. It fails once the pager was left, so that whoever prints can stop.
  private(set) var output: TextOutput
  private let pager: Pager
  /// What goes where it would without a pager, should there be none.
  private let plainOutput: TextOutput
  private var text = ""

  /// A text for the terminal of `console`.
  init(_ console: Console) {
    pager = Pager(console)
    plainOutput = console.output
    output = plainOutput
    output = TextOutput(for: console.output.descriptor) { [unowned self] in take($0) }
  }

  /// Shows what was not shown yet, and waits until the pager is left.
  func finish() {
    if !pager.finish() { plainOutput.write(text) }
  }

  /// Whether the pager still wants more.
  private func take(_ piece: String) -> Bool {
    text += piece
    return (try? pager.write(piece)) != nil
  }
}
