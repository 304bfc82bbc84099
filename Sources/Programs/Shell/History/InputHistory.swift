/// The typed blocks of all sessions, with those that failed.
struct InputHistory {
  /// The blocks, oldest first.
  private(set) var blocks: [String] = []
  /// The blocks that failed when they ran last.
  private(set) var failed: Set<String> = []

  /// Starts the line for a block that failed; encoded blocks never start with it.
  private static let failureMark = "\\f"

  /// Reads the newest `limit` lines of `file`.
  init(_ file: LineFile, limit: Int = .max) {
    for line in file.lines(limit: limit) {
      if line.hasPrefix(Self.failureMark) {
        failed.insert(LineFile.decode(String(line.dropFirst(Self.failureMark.count))))
      } else {
        let block = LineFile.decode(line)
        failed.remove(block)
        blocks.append(block)
      }
    }
  }

  /// Stores in `file` that `block` failed.
  static func markFailed(_ block: String, in file: LineFile) {
    file.append(line: failureMark + LineFile.encode(block))
  }
}

/// A statement or a command that was typed, and its outcome.
struct SessionItem {
  let text: String
  let hasSucceeded: Bool
  /// The name if it is a command.
  let command: String?

  /// The commands that make no sense in a script.
  private static let interactiveCommands: Set<String> = [
    "colors", "edit", "help", "history", "lesson", "quit", "tips",
  ]

  /// Whether a script of the session contains it.
  var isScripted: Bool { command.map { !Self.interactiveCommands.contains($0) } ?? true }
}
