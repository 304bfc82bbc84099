import Expressions
import Model
import Syntax

@testable import Shell

/// The tables of the reference: operators, functions, commands, modes and options, and the grammar.
enum ReferenceTables {
  /// The file that an example reads.
  static let filesOfExamples =
    ["An example reads this file:", ""]
    + MarkdownLines.block("csv users.csv", ["name,age", "Anna,30"])

  /// The operators by precedence, with all spellings.
  static var operators: [String] {
    [
      "Operators with a higher precedence bind more tightly. The associativity says how operators of the same precedence",
      "are grouped; with `none`, combining them is an error. You can negate an operator with `not`, as in `not in` and",
      "`is not`, if the table says so. Options after an operator ignore case `[c]`, accents `[d]` or both `[cd]`.",
      "",
    ]
      + MarkdownLines.table(
        ["precedence", "operator", "other spellings", "associativity", "`not`", "options"],
        OperatorTable.entries.map { entry in
          [
            "\(entry.precedence)", MarkdownLines.code(entry.canonical),
            MarkdownLines.codes(Array(entry.spellings.dropFirst())), entry.associativity.rawValue,
            entry.isNegatable ? "yes" : "no", entry.takesOptions ? "yes" : "no",
          ]
        }
      )
  }

  /// The functions by topic, each group with its examples.
  static var functions: [String] {
    var lines = [
      "If an argument is nil, so is the result, unless the table says otherwise. Arguments with `?` are optional.",
      "Aggregates take a path through a to-many relationship, or an attribute of the records in a group. They can have a",
      "condition, `count(expenses where amount > 100)`; `count(distinct path)` counts equal values once.",
    ]
    for (index, group) in FunctionHelp.groups.enumerated() {
      let examples = group.entries.map(\.example)
      lines += ["", "### \(group.title)", ""] + table(of: group.entries) + [""]
      lines +=
        index == 0 ? ReferenceExamples.session(examples) : ReferenceExamples.continued(examples)
    }
    return lines
  }

  private static func table(of entries: [FunctionHelp.Entry]) -> [String] {
    let usages = entries.map { [MarkdownLines.code($0.usage), MarkdownLines.prose($0.summary)] }
    guard entries.contains(where: { signature($0) != nil }) else {
      return MarkdownLines.table(["function", "result"], usages)
    }
    return MarkdownLines.table(
      ["function", "result", "types"],
      zip(entries, usages).map {
        $1 + [signature($0).map(MarkdownLines.code) ?? "all of the same type"]
      }
    )
  }

  /// The parameter and result types, `String → Int`, one entry for each overload; nil if they depend on
  /// the call.
  private static func signature(_ entry: FunctionHelp.Entry) -> String? {
    guard let function = FunctionDeclaration.named(entry.name),
      case .signatures(let overloads) = function.form
    else { return nil }
    return overloads.map { overload in
      overload.parameters.map(\.description).joined(separator: ", ")
        + (overload.parameters.isEmpty ? "→ " : " → ") + overload.result.description
    }.joined(separator: "; ")
  }

  /// The commands, in the groups of `.help`.
  static var commands: [String] {
    [
      "Commands start with a dot and end with the line. Their names can be abbreviated: `.sch` is `.schema`."
    ]
      + DotCommand.groups.flatMap { group in
        let title = MarkdownLines.sentence(group.title).dropLast()
        return ["", "### \(title)"] + group.commands.flatMap(command)
      }
  }

  private static func command(_ command: DotCommand) -> [String] {
    var lines = ["", "#### \(MarkdownLines.code(command.usage))", ""]
    lines.append(MarkdownLines.sentence(command.summary))
    if !command.details.isEmpty { lines.append(MarkdownLines.prose(command.details)) }
    if !command.aliases.isEmpty {
      lines.append("Aliases: \(MarkdownLines.codes(command.aliases.map { "." + $0 })).")
    }
    lines.append("For example \(MarkdownLines.code(command.example)).")
    return lines
  }

  static let modes =
    ["Choose a mode with `.mode`, with `-m`, or by the extension of an output file.", ""]
    + MarkdownLines.table(
      ["mode", "output"],
      ManualText.modes.map { [MarkdownLines.code($0.name), MarkdownLines.prose($0.text)] }
    )

  static func options(_ options: [ManualText.Entry]) -> [String] {
    [
      "`martlet [options] [file | Name=file …]` opens SQLite files as stores and reads other files into models in memory. The",
      "exit status is 0 for success, 1 if a statement failed, 2 for wrong usage, 3 if a file could not be opened, and 130",
      "after Ctrl-C.", "",
    ]
      + MarkdownLines.table(
        ["option", "meaning"],
        options.map { [MarkdownLines.code($0.name), MarkdownLines.prose($0.text)] }
      )
  }

  static func grammar(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return [
      "This is the file in [Grammar/](../Grammar), next to tested examples of valid and invalid statements.",
      "",
    ] + MarkdownLines.block("ebnf", lines.last == "" ? Array(lines.dropLast()) : lines)
  }
}
