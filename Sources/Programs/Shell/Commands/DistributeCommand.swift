import Diagnostics
import Model
import Rendering
import Session
import Storage
import Syntax

extension DotCommand {
  static let distribute = DotCommand(
    name: "distribute",
    arguments: "model by member|everywhere, …",
    wordCounts: 2...60,
    summary: "distribute records among the servers of a PostgreSQL engine such as Citus",
    example: ".distribute Category everywhere, Expense by budget",
    details: """
      `by budget` puts all expenses of a budget on the same server, and the budget with them: its \
      model is distributed by its identity if it is not yet. `everywhere` copies all records to \
      every server. Name models that reference each other in one command: all of them are \
      distributed, or none. The server needs the functions `create_distributed_table` and \
      `create_reference_table`.
      """,
    suggestions: { $0.session.schema.entities.map(\.name) + ["by", "everywhere"] },
    handler: { call throws(Diagnostic) in
      let wishes = try call.distributions()
      if call.session.hasPendingChanges {
        throw Diagnostic(
          "the store has pending changes",
          at: call.line.span,
          help: ["`save` or `rollback` first"]
        )
      }
      return call.distribute(wishes)
    }
  )
}

extension CommandCall {
  /// `Category everywhere, Expense by budget`
  fileprivate func distributions() throws(Diagnostic) -> [RecordDistribution] {
    var wishes: [RecordDistribution] = []
    var rest = words.filter { $0.text != "," }.map { $0.withoutComma }[...]
    while let model = rest.popFirst() {
      let name = try name(model, in: session.schema.entities.map(\.name))
      guard let word = rest.popFirst()?.text.lowercased() else { throw usageFailure }
      var key: String?
      if word == Keyword.by.rawValue, let member = rest.popFirst() {
        key = try memberName(member, of: name)
      } else if word != "everywhere" {
        throw usageFailure
      }
      wishes.append(RecordDistribution(entity: name, key: key))
    }
    return wishes
  }

  /// An attribute or a to-one relationship; `id` is the identity.
  private func memberName(
    _ word: CommandLine.Word,
    of model: String
  ) throws(Diagnostic) -> String {
    guard let entity = session.schema.entity(model) else { throw usageFailure }
    let names =
      entity.attributes.map(\.name) + entity.relationships.filter { !$0.isToMany }.map(\.name)
    if let name = names.first(where: { $0.lowercased() == word.text.lowercased() }) { return name }
    if word.text.lowercased() == "id" { return "id" }
    throw Diagnostic(
      "\(model) has no attribute or to-one relationship `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.schema \(model)` lists them"]
    )
  }

  fileprivate func distribute(_ wishes: [RecordDistribution]) -> RunStatus {
    session.cancellation.reset()
    return reporting { () throws(SessionError) in
      do {
        guard let store = try session.store.distributing() else {
          throw SessionError.failed([
            Diagnostic(
              "only a database server can distribute records, and this store is not on one",
              at: line.span,
              help: ["`.open postgres://…` opens a database of a server"]
            )
          ])
        }
        for done in try store.distribute(wishes) {
          console.printLine(StyledText(escapedForTerminal(done.text)))
        }
        return .succeeded
      } catch {
        throw SessionError(error, in: nil)
      }
    }
  }
}

extension CommandLine.Word {
  fileprivate var withoutComma: CommandLine.Word {
    text.hasSuffix(",") ? CommandLine.Word(text: String(text.dropLast()), span: span) : self
  }
}

extension RecordDistribution {
  /// `Expense: by budget, with Budget`
  fileprivate var text: String {
    guard let key else { return "\(entity): on every server" }
    return "\(entity): by \(key)" + (companion.map { ", on the server of its \($0)" } ?? "")
  }
}
