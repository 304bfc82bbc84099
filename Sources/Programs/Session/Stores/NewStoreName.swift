import Diagnostics

/// What a store that is to be made cannot be called.
enum NewStoreName {
  /// Why no store is made at `path`, where no file is: it names a file of data, or several; nil where one can be made.
  static func refusal(
    of path: String,
    _ handlers: [any StatementHandler]
  ) -> Diagnostic? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.contains(where: { "*?".contains($0) }) {
      return Diagnostic(
        .error,
        "\(path.debugDescription) is no file, and patterns are not looked up",
        at: nil,
        help: ["a store is named by its own name; the system's shell expands patterns of arguments"]
      )
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    let isRead = handlers.contains { $0.readEndings.contains(ending) }
    guard isRead || handlers.contains(where: { $0.writtenEndings.contains(ending) }) else {
      return nil
    }
    return Diagnostic(
      .error,
      "there is no file \(path.debugDescription), and no store is made with the name of a data file",
      at: nil,
      help: [help(path, isRead: isRead), "a new store is called `name.store`"]
    )
  }

  private static func help(_ path: String, isRead: Bool) -> String {
    if !isRead { return "`export` writes such files" }
    return
      "files of data are read by `import \(path.debugDescription)`, or as arguments of the command"
  }
}
