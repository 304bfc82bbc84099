import ArgumentParser
import Foundation
import Shell

/// The options of the command as they are declared, for manuals.
enum DeclaredOptions {
  /// All that are no secret, with what they do.
  static var all: [ManualText.Entry] {
    let declared = Data(MartletCommand._dumpHelp().utf8)
    let arguments = (try? JSONDecoder().decode(DeclaredTool.self, from: declared))?.command
      .arguments
    return (arguments ?? []).filter { $0.shouldDisplay && $0.names != nil }.map { option in
      ManualText.Entry(name: names(of: option), text: option.abstract ?? "")
    }
  }

  /// `-m, --mode MODE`
  private static func names(of option: DeclaredTool.Argument) -> String {
    let names = (option.names ?? []).map { name in
      name.kind == "long" ? "--\(name.name)" : "-\(name.name)"
    }
    let value = option.kind == "option" ? " " + (option.valueName ?? "value").uppercased() : ""
    return names.joined(separator: ", ") + value
  }
}

/// What ArgumentParser says in JSON of the declaration of a command.
private struct DeclaredTool: Decodable {
  struct Command: Decodable {
    let arguments: [Argument]
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
  }

  let command: Command
}
