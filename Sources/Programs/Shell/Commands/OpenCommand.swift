import Diagnostics
import Session
import Syntax

extension DotCommand {
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
    handler: { call throws(Diagnostic) in try call.open(call.openArguments()) }
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
      let former = stores.current.name
      return try call.placing(at: call.words.first ?? call.line.name) { () throws(SessionError) in
        try stores.close(name)
        if stores.current.name != former { call.console.printCurrentStore() }
      }
    }
  )
}

/// The arguments of `.open`.
private struct OpenArguments {
  let path: CommandLine.Word
  var name: CommandLine.Word?
  var isReadOnly = false
}

extension CommandCall {
  /// Parses the file, the name and the option, which may come anywhere.
  fileprivate func openArguments() throws(Diagnostic) -> OpenArguments {
    let rest = words.filter { $0.text != Self.readOnlyOption }
    guard let path = rest.first, rest.count == 1 || rest.count == 3, words.count - rest.count <= 1
    else { throw usageFailure }
    var arguments = OpenArguments(path: path, isReadOnly: rest.count < words.count)
    if rest.count == 3 {
      guard rest[1].text.lowercased() == Keyword.as.rawValue else { throw usageFailure }
      arguments.name = rest[2]
    }
    return arguments
  }

  private static let readOnlyOption = "--read-only"

  fileprivate func open(_ arguments: OpenArguments) throws(Diagnostic) -> RunStatus {
    if arguments.path.text != OpenStore.memoryPath { try refuseIfSafe("opens no other files") }
    if let name = arguments.name {
      _ = try placing(at: name) { () throws(SessionError) in
        try console.stores.checkVacant(name.text)
      }
    }
    return try placing(at: arguments.path) { () throws(SessionError) in
      let warnings = try console.stores.open(
        arguments.path.text,
        as: arguments.name?.text,
        isReadOnly: arguments.isReadOnly
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
