import Diagnostics
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let models = DotCommand(
    name: "models",
    arguments: "[pattern]",
    wordCounts: 0...1,
    summary: "list the models with the number of their records",
    details: "A pattern keeps the models whose names contain it.",
    suggestions: { $0.session.schema.entities.map(\.name) },
    handler: { call throws(Diagnostic) in
      let pattern = call.words.first?.text.lowercased() ?? ""
      let entities = call.session.schema.entities.filter {
        pattern.isEmpty || $0.name.lowercased().contains(pattern)
      }
      guard !entities.isEmpty else {
        call.console.printLine(
          StyledText(pattern.isEmpty ? "no models yet" : "no such models", .dim)
        )
        return .succeeded
      }
      do {
        let rows = try call.rows(of: entities)
        try ResultPrinter(console: call.console).print(.rows(rows))
      } catch {
        throw Diagnostic("the models could not be counted: \(error)", at: call.line.span)
      }
      return .succeeded
    }
  )
}

extension CommandCall {
  fileprivate func rows(of entities: [Entity]) throws -> ListedRows {
    let snapshot = try session.store.snapshot()
    return ListedRows(
      headers: [
        ResultHeader(name: "model", type: .string),
        ResultHeader(name: "records", type: .int),
        ResultHeader(name: "members", type: .string),
      ],
      columns: [
        entities.map { .string($0.name) },
        try entities.map { .int(Int64(try snapshot.count(of: $0.name))) },
        entities.map { .string($0.shownMembers) },
      ]
    )
  }
}

extension Entity {
  fileprivate var shownMembers: String {
    properties.filter { !$0.isAnonymous }.map(\.name).joined(separator: ", ")
  }
}
