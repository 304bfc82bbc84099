import Diagnostics
import Session
import Syntax

/// The dot-commands of scripts that are about stores: `.open file [as name]`, `.stores`, `.close name`.
struct StoreCommands {
  private let shelf: OpenStores

  init(_ shelf: OpenStores) { self.shelf = shelf }

  func answer(_ line: CommandLine) throws(SessionError) -> String {
    let words = line.arguments.map(\.text)
    switch (line.name.text, words.count) {
    case ("open", 1...):
      let rest = words.filter { $0 != "--read-only" }
      let warnings = try shelf.open(
        rest[0],
        as: rest.count > 2 ? rest[2] : nil,
        isReadOnly: rest.count < words.count
      )
      return (warnings.map { "warning: \($0.message)" } + [using]).joined(separator: "\n")
    case ("close", 0...1):
      try shelf.close(words.first ?? shelf.current.name)
      return using
    case ("stores", 0): return shelf.stores.map(text).joined(separator: "\n")
    default: throw .failed([Diagnostic("no statement", at: line.span)])
    }
  }

  private var using: String { "using \(shelf.current.name): \(shelf.current.summary)" }

  private func text(_ store: OpenStore) -> String {
    let mark = store.session === shelf.session ? "* " : "  "
    return "\(mark)\(store.name) \(store.path ?? "-") \(store.summary)"
  }
}
