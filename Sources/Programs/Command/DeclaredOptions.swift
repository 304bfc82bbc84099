import ArgumentParser
import Foundation
import Shell

/// The command-line options with their descriptions, for the manual.
enum DeclaredOptions {
  /// All options except hidden ones.
  static var all: [ManualText.Entry] {
    let declared = Data(MartletCommand._dumpHelp().utf8)
    let arguments = (try? JSONDecoder().decode(DeclaredTool.self, from: declared))?.command
      .arguments
    return (arguments ?? []).filter { $0.shouldDisplay && $0.names != nil }.map { option in
      (name: names(of: option), text: option.abstract ?? "")
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

/// The part of ArgumentParser's JSON dump that the manual needs.
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
