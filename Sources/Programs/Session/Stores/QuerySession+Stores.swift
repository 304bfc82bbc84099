import Diagnostics
import Storage
package import Syntax

/// Going from one open store to another.
extension QuerySession {
  /// `use budget`
  func use(_ name: NameSyntax) throws -> StatementOutcome {
    let store = try openStore(name)
    guard let used = shelf?.use(store.name) else { throw StoreNames.unknown(name, []) }
    return .message("using \(used.name): \(used.summary)")
  }

  /// The open store that `name` stands for.
  package func openStore(_ name: NameSyntax) throws -> OpenStore {
    guard let shelf else { throw StoreNames.unknown(name, []) }
    guard let store = shelf.store(name.text) else {
      throw StoreNames.unknown(name, shelf.stores)
    }
    return store
  }
}

/// What is said of names that no store has.
enum StoreNames {
  static func unknown(_ name: NameSyntax, _ stores: [OpenStore]) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        "no store is called `\(name.text)`",
        at: name.span,
        help: [help(name.text, stores)]
      )
    ])
  }

  static func help(_ name: String, _ stores: [OpenStore]) -> String {
    didYouMean(nearestNames(to: name, in: stores.map(\.name)))
      ?? "`.stores` lists the open stores, `.open file as name` opens another"
  }
}
