import Diagnostics
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let stores = DotCommand(
    name: "stores",
    aliases: ["databases"],
    summary: "list the open stores",
    example: ".stores",
    details: "`use name` makes a store the current one, `.open file` opens another.",
    handler: { call in call.print { ListedRows(call.console.stores) } }
  )

  static let timeout = DotCommand(
    name: "timeout",
    arguments: "[seconds]",
    wordCounts: 0...1,
    summary: "how long to wait for a locked store",
    example: ".timeout 30s",
    details: "`.timeout 5s` and `.timeout 5` wait up to five seconds, `.timeout 200ms` less.",
    handler: { call throws(Diagnostic) in
      let stores = call.console.stores
      guard let word = call.words.first else {
        call.console.printLine(
          StyledText("timeout \(BusyTimeout.text(stores.options.busyTimeout))")
        )
        return .succeeded
      }
      guard let seconds = BusyTimeout.seconds(word.text) else {
        throw Diagnostic(
          "`\(word.text)` is not a valid timeout",
          at: word.span,
          help: [BusyTimeout.help]
        )
      }
      stores.setBusyTimeout(seconds)
      return .succeeded
    }
  )
}

extension ListedRows {
  /// One row for each open store.
  fileprivate convenience init(_ shelf: OpenStores) {
    self.init(
      headers: [
        ResultHeader(name: "store", type: .string),
        ResultHeader(name: "file", type: .string),
        ResultHeader(name: "models", type: .int),
        ResultHeader(name: "current", type: .bool),
        ResultHeader(name: "readOnly", type: .bool),
        ResultHeader(name: "unsaved", type: .bool),
      ],
      rows: shelf.stores.map { store in
        [
          .string(store.name),
          store.path.map(Value.string) ?? .null,
          .int(Int64(store.session.schema.entities.count)),
          .bool(store.session === shelf.session),
          .bool(store.isReadOnly),
          .bool(store.session.hasPendingChanges),
        ]
      }
    )
  }
}
