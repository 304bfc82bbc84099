import Diagnostics
import Model
import Session
import Syntax

extension DotCommand {
  static let schema = DotCommand(
    name: "schema",
    arguments: "[model]",
    wordCounts: 0...1,
    summary: "print models as declarations of the language",
    details: "What is printed can be pasted into an empty store.",
    suggestions: { $0.session.schema.entities.map(\.name) },
    handler: { call throws(Diagnostic) in
      let schema = call.session.schema
      for (index, entity) in try call.entities(of: schema).enumerated() {
        if index > 0 { call.console.printLine(StyledText()) }
        for line in ModelPrinter(entity: entity, schema: schema).lines {
          call.console.printLine(line)
        }
      }
      return .succeeded
    }
  )
}

extension CommandCall {
  /// All entities, or the one that is named: exactly, or by letters alone if only one matches.
  fileprivate func entities(of schema: Schema) throws(Diagnostic) -> [Entity] {
    guard let word = words.first else { return schema.entities }
    if let entity = schema.entity(word.text) { return [entity] }
    let matches = schema.entities.filter { $0.name.lowercased() == word.text.lowercased() }
    if matches.count == 1 { return matches }
    let nearest = nearestNames(to: word.text, in: schema.entities.map(\.name))
    throw Diagnostic(
      "there is no model `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearest) ?? "`.models` lists the models"]
    )
  }
}
