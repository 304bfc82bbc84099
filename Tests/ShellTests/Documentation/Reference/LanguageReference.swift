import Syntax

@testable import Shell

/// The language reference as a Markdown page, generated from the declarations of the help. A test
/// adds the results of the examples.
enum LanguageReference {
  /// The page.
  ///
  /// - Parameters:
  ///   - options: The command-line options.
  ///   - grammar: The text of the grammar file.
  static func text(options: [ManualText.Entry], grammar: String) -> String {
    let sections = sections(options, grammar)
    let lines =
      head + sections.map(contents) + sections.flatMap { ["", "## \($0.title)", ""] + $0.lines }
      + next
    return MarkdownLines.wrapped(lines).joined(separator: "\n")
  }

  private struct Section {
    let title: String
    /// The headings to list in the table of contents.
    var headings: [String] = []
    let lines: [String]
  }

  private static let head =
    ["# The language", ""]
    + ReferenceExamples.session(["fetch Budget where spent > limit sort spent desc limit 2"])
    + [
      "",
      "This page is the reference of Martlet's language, commands and options. It has the same texts as `.help` in the",
      "shell and `man martlet`. All examples run on the demo, `martlet --demo`; long results are shortened.",
      "",
      "New to Martlet? Start with the [tour](tour.md).", "",
    ]

  private static let next = [
    "", "## Next", "",
    "- [What values mean](semantics.md): nil, numbers, strings and dates in detail",
    "- [The shell](shell.md): editing, history, output and scripts",
    "- [Insert, update and delete](changes.md): changes, transactions and undo",
    "- [All pages](README.md)",
  ]

  private static func contents(_ section: Section) -> String {
    let headings = section.headings.map(MarkdownLines.link).joined(separator: ", ")
    return "- " + MarkdownLines.link(to: section.title) + (headings.isEmpty ? "" : ": " + headings)
  }

  private static func sections(
    _ options: [ManualText.Entry],
    _ grammar: String
  ) -> [Section] {
    [
      Section(title: "Basics", lines: writing), statements, clauses,
      Section(
        title: "Operators",
        lines: ReferenceTables.operators + ReferenceTopics.formed(.operator)
      ),
      Section(title: "Values", lines: Array(ReferenceTopics.formed(.value).dropFirst())),
      Section(
        title: "Declarations",
        lines: ["The members of `model`, `struct` and `extend`."]
          + ReferenceTopics.formed(.declaration)
      ),
      functions, commands,
      Section(title: "Modes", lines: ReferenceTables.modes),
      Section(title: "Options", lines: ReferenceTables.options(options)),
      Section(title: "Grammar", lines: ReferenceTables.grammar(grammar)),
    ]
  }

  private static var statements: Section {
    Section(
      title: "Statements",
      headings: ReferenceTopics.headings(.statement),
      lines: ReferenceTables.filesOfExamples + ReferenceTopics.named(.statement, each: true)
    )
  }

  private static var clauses: Section {
    Section(
      title: "Clauses",
      headings: ReferenceTopics.headings(.clause),
      lines: ["Clauses follow the model of a query, in any order, each at most once."]
        + ReferenceTopics.named(.clause, each: false)
    )
  }

  private static var functions: Section {
    Section(
      title: "Functions",
      headings: FunctionHelp.groups.map(\.title),
      lines: ReferenceTables.functions
    )
  }

  private static var commands: Section {
    Section(
      title: "Commands",
      headings: DotCommand.groups.map {
        MarkdownLines.sentence($0.title).replacing(".", with: "")
      },
      lines: ReferenceTables.commands
    )
  }

  private static var writing: [String] {
    [
      "A statement ends with `;`, or at the end of a line where it is complete. Keywords are not case-sensitive. Most of",
      "them can also be names, so an attribute may be named `limit`. Only these need backticks as names:",
      MarkdownLines.codes(Keyword.all(in: .reserved).map(\.rawValue)) + ".",
      "Comments are `// …` to the end of the line, or `/* … */`.",
    ]
  }
}
