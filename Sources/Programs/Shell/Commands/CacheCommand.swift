import Diagnostics
import Rendering
import Session
import Storage
import Syntax

extension DotCommand {
  static let cache = DotCommand(
    name: "cache",
    arguments: "[size|off]",
    wordCounts: 0...1,
    summary: "show or set the size of the column cache",
    example: ".cache 500MB",
    details: """
      When a second statement reads a model of a file, its columns stay in memory until the file \
      changes. When the cache is full, the least recently used columns are dropped. `.cache off` \
      turns the cache off. Without a size, `.cache` shows the limit, the cached models and those \
      that were too large.
      """,
    suggestions: { _ in ["off"] },
    handler: { call throws(Diagnostic) in
      let memory = call.console.stores.options.columnCacheBudget
      guard let word = call.words.first else {
        call.console.printLine(StyledText(memory.summary))
        return .succeeded
      }
      guard let limit = word.text.lowercased() == "off" ? 0 : ByteCount.bytes(word.text) else {
        throw Diagnostic(
          "`\(word.text)` is not a size",
          at: word.span,
          help: [ByteCount.help + ", or `off`"]
        )
      }
      memory.limit = limit
      return .succeeded
    }
  )
}

extension ColumnCacheBudget {
  /// `cache 1.0 GB, 85.2 MB used: User 85.2 MB; too large: Event`
  fileprivate var summary: String {
    if limit == 0 { return "cache off" }
    let kept = kept.map { "\(escapedForTerminal($0.name)) \(ByteCount.text($0.bytes))" }
    let refused = refused.map { escapedForTerminal($0) }
    return "cache \(ByteCount.text(limit)), \(ByteCount.text(used)) used"
      + (kept.isEmpty ? "" : ": " + kept.joined(separator: ", "))
      + (refused.isEmpty ? "" : "; too large:  " + refused.joined(separator: ", "))
  }
}
