import Diagnostics
import Syntax

extension DotCommand {
  static let `import` = DotCommand(
    name: "import",
    arguments: "file [as format] [into Model]",
    wordCounts: 1...5,
    summary: "import a file of records, like `import \"file\"` but with an unquoted path",
    example: ".import users.csv into Visitor",
    details: "See `.help import`. Records are added to an existing model, or to a new one.",
    takesFile: true,
    handler: { call throws(Diagnostic) in
      let statement = try call.importStatement()
      guard let source = call.runner.source else { throw call.usageFailure }
      return StatementRunner(console: call.console).run(statement, in: source)
    }
  )
}

extension CommandCall {
  /// Builds the statement from the words.
  fileprivate func importStatement() throws(Diagnostic) -> Statement {
    var names: [Keyword: NameSyntax] = [:]
    for place in stride(from: 1, to: words.count, by: 2) {
      guard let keyword = Keyword(rawValue: words[place].text.lowercased()),
        [.as, .into].contains(keyword), names[keyword] == nil, place + 1 < words.count
      else { throw usageFailure }
      let name = words[place + 1]
      let text = String(name.text.drop { $0 == "`" }.prefix { $0 != "`" })
      names[keyword] = NameSyntax(text, span: name.span)
    }
    var statement = ImportStatement(.files([FilePathSyntax(words[0].text, span: words[0].span)]))
    statement.format = names[.as]
    statement.entity = names[.into]
    return Statement(.importFile(statement), span: line.span)
  }
}
