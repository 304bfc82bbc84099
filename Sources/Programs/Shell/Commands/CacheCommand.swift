import Diagnostics
import Session
import Storage
import Syntax

extension DotCommand {
  static let cache = DotCommand(
    name: "cache",
    arguments: "[size|off]",
    wordCounts: 0...1,
    summary: "how much memory is used to keep columns of files",
    example: ".cache 500MB",
    details:
      "A file's models that a second statement reads through are kept in memory, column by column, and"
      + " read from there as long as nobody has changed the file. What was not used for the longest time goes"
      + " first. `.cache off` keeps nothing; without a size the limit and what is used are shown, with the"
      + " models of which columns are kept, and those that were too large.",
    suggestions: { _ in ["off"] },
    handler: { call throws(Diagnostic) in
      let memory = call.console.stores.options.columnMemory
      guard let word = call.words.first else {
        call.console.printLine(StyledText(memory.summary))
        return .succeeded
      }
      guard let limit = word.text.lowercased() == "off" ? 0 : ByteCount.bytes(word.text) else {
        throw Diagnostic(
          "`\(word.text)` is no size",
          at: word.span,
          help: [ByteCount.help + ", or `off`"]
        )
      }
      memory.limit = limit
      return .succeeded
    }
  )
}

extension ColumnMemory {
  /// `cache 1.0 GB, 85.2 MB used: User 85.2 MB; too large: Event`
  fileprivate var summary: String {
    if limit == 0 { return "cache off" }
    let kept = kept.map { "\(escapedForTerminal($0.name)) \(ByteCount.text($0.bytes))" }
    let refused = refused.map { escapedForTerminal($0) }
    return "cache \(ByteCount.text(limit)), \(ByteCount.text(used)) used"
      + (kept.isEmpty ? "" : ": " + kept.joined(separator: ", "))
      + (refused.isEmpty ? "" : "; too large to be kept: " + refused.joined(separator: ", "))
  }
}
