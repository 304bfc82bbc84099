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
      let schema = call.session.schema
      for (index, name) in try call.names(in: schema).enumerated() {
        if index > 0 { call.console.printLine(StyledText()) }
        for line in schema.declaration(of: name) { call.console.printLine(line) }
      }
      return .succeeded
    }
  )
}

extension CommandCall {
  /// All names, or the one that is asked for: exactly, or by letters alone if only one matches.
  fileprivate func names(in schema: Schema) throws(Diagnostic) -> [String] {
    guard let word = words.first else { return schema.declaredNames }
    let names = schema.declaredNames
    if names.contains(word.text) { return [word.text] }
    let matches = names.filter { $0.lowercased() == word.text.lowercased() }
    if matches.count == 1 { return matches }
    throw Diagnostic(
      "there is no model `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.models` lists the models"]
    )
  }
}

extension Schema {
  /// The names of types and entities, in an order in which they can be declared.
  fileprivate var declaredNames: [String] {
    types.map(\.name) + entities.map(\.name)
  }

  /// The declaration of a type or an entity, line by line.
  fileprivate func declaration(of name: String) -> [StyledText] {
    if let type = type(name) { return TypePrinter(declared: type).lines }
    return entity(name).map { ModelPrinter(entity: $0, schema: self).lines } ?? []
  }
}
