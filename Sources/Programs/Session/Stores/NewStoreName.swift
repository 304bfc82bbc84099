import Diagnostics

/// Checks the names of new stores.
enum NewStoreName {
  /// Why no store can be created at `path`; nil if one can.
  static func refusal(
    of path: String,
    _ handlers: [any StatementHandler]
  ) -> Diagnostic? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.contains(where: { "*?".contains($0) }) {
      return Diagnostic(
        .error,
        "\(path.debugDescription) is not a file, and patterns are not expanded",
        at: nil,
        help: ["name a single store; the system's shell expands patterns in arguments"]
      )
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    let isRead = handlers.contains { $0.readEndings.contains(ending) }
    let isWritten = handlers.contains { $0.writtenEndings.contains(ending) }
    guard isRead || isWritten || ending == "sql" else { return nil }
    return Diagnostic(
      .error,
      "there is no file \(path.debugDescription), and a new store cannot be named like a data file",
      at: nil,
      help: [
        isRead
          ? "`import \(path.debugDescription)` reads data files, as does the command with a file argument"
          : isWritten ? "`export` writes such files" : "`sqlite3 new.sqlite < file.sql` runs SQL",
        "name a new store `name.store`",
      ]
    )
  }
}
