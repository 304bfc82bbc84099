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
    details: """
      `use name` makes a store the current one, `.open file` opens another. The size of a large \
      history is estimated from its newest changes; machine formats have it in bytes.
      """,
    handler: { call in
      let stores = call.console.stores.stores
      let isForPeople = call.console.mode.isForPeople
      return call.printColumns {
        [
          ("store", .string, stores.map { .string($0.name) }),
          ("file", .string, stores.map { $0.path.map(Value.string) ?? .null }),
          ("models", .int, stores.map { .int(Int64($0.session.schema.entities.count)) }),
          ("current", .bool, stores.map { .bool($0.session === call.session) }),
          ("readOnly", .bool, stores.map { .bool($0.isReadOnly) }),
          ("history", .string, stores.map { $0.session.historyRemark.map(Value.string) ?? .null }),
          ("unsaved", .bool, stores.map { .bool($0.session.hasPendingChanges) }),
        ]
          + (isForPeople ? [] : [("historyBytes", .int, stores.map(Self.historyBytes))])
      }
    }
  )
}

extension DotCommand {
  private static func historyBytes(_ store: OpenStore) -> Value {
    store.session.historySize.map { .int($0.bytes) } ?? .null
  }

  static let open = DotCommand(
    name: "open",
    arguments: "file [as name] [--read-only]",
    wordCounts: 1...4,
    summary: "open or create a store, in addition to the open ones",
    example: ".open trips.store as trips",
    details: """
      The store becomes the current one, named `name` or after its file; `use name` switches to \
      another one. Any SQLite file is a store, and `.open :memory:` creates one in memory. Pending \
      changes of the previous store stay pending. `.close` closes a store, `.stores` lists them.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in try call.open() }
  )

  static let close = DotCommand(
    name: "close",
    arguments: "[name]",
    wordCounts: 0...1,
    summary: "close a store; by default the current one",
    example: ".close",
    details: """
      Save or roll back its pending changes first. The previous store in the list becomes the \
      current one; after the last one, an empty store in memory.
      """,
    suggestions: { $0.stores.stores.map(\.name) },
    handler: { call throws(Diagnostic) in
      let stores = call.console.stores
      let name = call.words.first?.text ?? stores.current.name
      let previous = stores.current.name
      return try call.placing(at: call.words.first ?? call.line.name) { () throws(SessionError) in
        try stores.close(name)
        if stores.current.name != previous { call.console.printCurrentStore() }
      }
    }
  )
}

extension CommandCall {
  fileprivate func open() throws(Diagnostic) -> RunStatus {
    let rest = words.filter { $0.text != "--read-only" }
    guard let path = rest.first, words.count - rest.count <= 1,
      rest.count == 1 || rest.count == 3 && rest[1].text.lowercased() == Keyword.as.rawValue
    else { throw usageFailure }
    let name = rest.count == 3 ? rest[2] : nil
    if path.text != OpenStore.memoryPath { try refuseIfSafe("opens no other files") }
    if let name {
      _ = try placing(at: name) { () throws(SessionError) in
        try console.stores.checkAvailable(name.text)
      }
    }
    return try placing(at: path) { () throws(SessionError) in
      let warnings = try console.stores.open(
        path.text,
        as: name?.text,
        isReadOnly: rest.count < words.count
      )
      for warning in warnings { console.report(warning) }
      console.printCurrentStore()
    }
  }
}

extension Console {
  /// `using budget: 2 models`
  func printCurrentStore() {
    guard settings.mode.isForPeople else { return }
    let store = stores.current
    printLine(StyledText("using \(store.name): \(store.summary)", .dim))
  }
}
