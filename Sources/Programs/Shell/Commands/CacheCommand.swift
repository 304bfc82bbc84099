import ColumnImages
import Diagnostics
import Rendering
import Session
import Storage
import Syntax

extension DotCommand {
  static let cache = DotCommand(
    name: "cache",
    arguments: "[size|off|clear]",
    wordCounts: 0...1,
    summary: "show, limit or clear the column cache and the column images",
    example: ".cache 500MB",
    details: """
      When a second statement reads a model of a file, its columns stay in memory until the file \
      changes. When the cache is full, the least recently used columns are dropped. `.cache off` \
      turns the cache off. Without a size, `.cache` shows the limit, the cached models and those \
      that were too large. \
      Images of the columns of large models stay on the disk after the session, so that the next \
      one does not read the file again. `.cache` shows how much space they take, and `.cache clear` removes them. \
      `--no-cache`, `--safe` and `MARTLET_CACHE=off` neither read nor write any.
      """,
    suggestions: { _ in ["off", "clear"] },
    handler: { call throws(Diagnostic) in
      let memory = call.console.stores.options.columnCacheBudget
      let images = call.console.stores.options.columnImages
      guard let word = call.words.first else {
        call.console.printLine(StyledText(memory.summary))
        for line in images?.summary ?? [] { call.console.printLine(StyledText(line)) }
        return .succeeded
      }
      if word.text.lowercased() == "clear" {
        images?.clear()
        let limit = memory.limit
        // Discards all columns.
        memory.limit = 0
        memory.limit = limit
        if let images, !images.contents.isEmpty {
          throw Diagnostic(
            "cannot remove all images in \(escapedForTerminal(images.path))",
            at: word.span
          )
        }
        return .succeeded
      }
      guard let limit = word.text.lowercased() == "off" ? 0 : ByteCount.bytes(word.text) else {
        throw Diagnostic(
          "`\(word.text)` is not a size",
          at: word.span,
          help: [ByteCount.help + ", `off` or `clear`"]
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

extension ColumnImageCache {
  /// `images 12.0 MB of 2.0 GB in /home/eve/.cache/martlet/images`, and a line for each data file;
  /// empty without images.
  fileprivate var summary: [String] {
    let files = contents
    if files.isEmpty { return [] }
    let used = files.reduce(0) { $0 + $1.bytes }
    let first = "images \(ByteCount.text(used)) of \(ByteCount.text(settings.limit)) in \(path)"
    return [escapedForTerminal(first)]
      + files.map { file in
        let path = file.path.isEmpty ? "other versions of Martlet" : file.path
        return "  \(escapedForTerminal(path)) \(ByteCount.text(file.bytes))"
      }
  }
}
