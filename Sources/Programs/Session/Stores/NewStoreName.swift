import Diagnostics
import Formats

/// What a store that is to be made cannot be called.
enum NewStoreName {
  /// Why no store is made at `path`, where no file is: it names a file of data, or several; nil where one can be made.
  static func refusal(of path: String) -> Diagnostic? {
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
    guard parts.count > 1, let ending = parts.last?.lowercased(), dataEndings.contains(ending)
    else {
      return nil
    }
    return Diagnostic(
      .error,
      "there is no file \(path.debugDescription), and no store is made with the name of a data file",
      at: nil,
      help: [help(ending, path), "a new store is called `name.store`"]
    )
  }

  private static func help(_ ending: String, _ path: String) -> String {
    if !readEndings.contains(ending) { return "`export` writes such files" }
    return
      "files of data are read by `import \(path.debugDescription)`, or as arguments of the command"
  }

  /// What the names of files end with that are imported or exported.
  private static let dataEndings = readEndings.union(ExportFormat.all.flatMap(\.endings))

  private static let readEndings = Set(FileFormat.allCases.flatMap(\.endings))
}
