import Syntax

/// The tables of the reference: operators, functions, commands, modes and options, and the grammar.
enum ReferenceTables {
  /// The file that an example reads.
  static let filesOfExamples =
    ["One of the examples reads this file:", ""]
    + MarkdownLines.block("csv users.csv", ["name,age", "Anna,30"])

  /// The operators by precedence, with all spellings.
  static var operators: [String] {
    [
      "From weak to strong: an operator of a greater strength takes its operands first. A row of operators of the same",
      "strength is gathered to the side that is named; where it says `none`, a row is an error. `not` may stand before an",
      "operator that takes it (behind `is`), and `[c]`, `[d]` or `[cd]` behind one that takes options: without regard to",
      "case, accents, or both.", "",
    ]
      + MarkdownLines.table(
        ["strength", "operator", "other spellings", "gathers", "takes `not`", "takes options"],
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
      "Arguments that are nil make the result nil, where nothing else is said. An argument with `?` may be left out.",
      "Aggregates take a path through a to-many relationship, or an attribute of the records of a group, and may have a",
      "condition of their own, `count(expenses where amount > 100)`; `count(distinct path)` counts equal values once.",
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
    guard entries.contains(where: { $0.signature != nil }) else {
      return MarkdownLines.table(["function", "what it gives"], usages)
    }
    return MarkdownLines.table(
      ["function", "what it gives", "types"],
      zip(entries, usages).map { $1 + [$0.signature.map(MarkdownLines.code) ?? "all of one type"] }
    )
  }

  /// The commands, in the groups of `.help`.
  static var commands: [String] {
    [
      "They begin with a point and end with their line. A unique beginning of a name will do: `.sch` is `.schema`."
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
      lines.append("Also written \(MarkdownLines.codes(command.aliases.map { "." + $0 })).")
    }
    lines.append("For example \(MarkdownLines.code(command.example)).")
    return lines
  }

  static let modes =
    ["`.mode`, `-m` and the ending of the file that `-o` names choose one.", ""]
    + MarkdownLines.table(
      ["mode", "results are"],
      ManualText.modes.map { [MarkdownLines.code($0.name), MarkdownLines.prose($0.text)] }
    )

  static func options(_ options: [ManualText.Entry]) -> [String] {
    [
      "`martlet [options] [file | Name=file …]`: SQLite files are opened as stores, other files become models in memory. The exit",
      "code is 0 if all went well, 1 if a statement failed, 2 for wrong usage, 3 if a file could not be opened, 130 after",
      "Ctrl-C.", "",
    ]
      + MarkdownLines.table(
        ["option", "what it does"],
        options.map { [MarkdownLines.code($0.name), MarkdownLines.prose($0.text)] }
      )
  }

  static func grammar(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return [
      "[Grammar/](../Grammar) has it as a file, with texts that it accepts and others that it rejects, each of which is tested.",
      "",
    ] + MarkdownLines.block("ebnf", lines.last == "" ? Array(lines.dropLast()) : lines)
  }
}
