import Syntax

/// The language reference as a Markdown page, generated from the declarations of the help. A test
/// adds the results of the examples.
public enum LanguageReference {
  /// The page.
  ///
  /// - Parameters:
  /// - options: The command-line options.
  /// - grammar: The text of the grammar file.
  public static func text(options: [ManualText.Entry], grammar: String) -> String {
    let sections = sections(options, grammar)
    let lines =
      head + sections.map(contents) + sections.flatMap { ["", "## \($0.title)", ""] + $0.lines }
    return lines.joined(separator: "\n")
  }

  private struct Section {
    let title: String
    /// The headings to list in the table of contents.
    var headings: [String] = []
    let lines: [String]
  }

  private static let head = [
    "# The language", "",
    "All that can be written in Martlet, out of the declarations that `.help` and `man martlet` read. The examples run on",
    "the demo, `martlet --demo`, and the answers are what it says; of long ones the beginning. A test compares this page",
    "with the declarations and with the answers. What values mean (nil, numbers, texts, dates) has",
    "[a page of its own](semantics.md), and so have [other matters](README.md).", "",
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
      Section(title: "Writing", lines: writing), statements, clauses,
      Section(
        title: "Operators",
        lines: ReferenceTables.operators + ReferenceTopics.formed(.operator)
      ),
      Section(title: "Values", lines: Array(ReferenceTopics.formed(.value).dropFirst())),
      Section(
        title: "Declarations",
        lines: ["What stands within `model`, `struct` and `extend`."]
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
      lines: ["They stand behind the model of a query, in any order, each at most once."]
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
      "A `;` ends a statement, and so does the end of a line where the statement can stop. Keywords are read in any",
      "mixture of cases. They are names where an operand may begin, so an attribute may be called `limit`; never names, but",
      "between backticks, are " + MarkdownLines.codes(Keyword.all(in: .reserved).map(\.rawValue))
        + ".",
      "`//` begins a comment that ends with its line; one between `/*` and `*/` may have several.",
    ]
  }
}
