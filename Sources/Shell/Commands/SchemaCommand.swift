import Diagnostics
import Model
import Session
import Syntax

extension DotCommand {
  static let schema = DotCommand(
    name: "schema",
    arguments: "[name]",
    wordCounts: 0...1,
    summary: "print models, enums and structs as declarations of the language",
    details: "What is printed can be pasted into an empty store.",
    suggestions: { $0.session.schema.declaredNames },
    handler: { call throws(Diagnostic) in
      let printer = SchemaPrinter(schema: call.session.schema)
      for (index, name) in try call.names(in: call.session.schema).enumerated() {
        if index > 0 { call.console.printLine(StyledText()) }
        for line in printer.lines(of: name) { call.console.printLine(line) }
      }
      return .succeeded
    }
  )
}

extension CommandCall {
  /// All names, or the one that is asked for.
  fileprivate func names(in schema: Schema) throws(Diagnostic) -> [String] {
    guard let word = words.first else { return schema.declaredNames }
    return [try name(word, in: schema.declaredNames)]
  }

  /// The one of `names` that a word is: exactly, or by letters alone if only one matches.
  func name(_ word: CommandLine.Word, in names: [String]) throws(Diagnostic) -> String {
    if names.contains(word.text) { return word.text }
    let matches = names.filter { $0.lowercased() == word.text.lowercased() }
    if matches.count == 1 { return matches[0] }
    throw Diagnostic(
      "there is no model `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.models` lists the models"]
    )
  }
}
