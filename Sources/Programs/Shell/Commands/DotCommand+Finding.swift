public import Diagnostics
public import Syntax

extension CommandLine {
  /// The error in the command's name or in the number of its words; nil if it can run.
  public var finding: Diagnostic? {
    do throws(Diagnostic) {
      let command = try DotCommand.find(self)
      guard !command.wordCounts.contains(arguments.count) else { return nil }
      return Diagnostic(
        "usage: \(command.usage)",
        at: span,
        help: ["`.help \(command.name)` says more"]
      )
    } catch {
      return error
    }
  }

  /// Whether it opens, closes or reads files, so that other models can be used after it.
  public var changesStores: Bool {
    let names = DotCommand.matches(name.text).map(\.name)
    return !Set(names).isDisjoint(with: ["open", "close", "read", "import", "lesson"])
  }
}
