import Diagnostics
import Storage
package import Syntax

/// Switches between open stores.
extension QuerySession {
  /// `use budget`
  func use(_ name: NameSyntax) throws -> StatementOutcome {
    let store = try openStore(name)
    guard let used = openStores?.use(store.name) else { throw StoreNames.unknown(name, []) }
    return .message("using \(used.name): \(used.summary)")
  }

  /// The open store named `name`.
  package func openStore(_ name: NameSyntax) throws -> OpenStore {
    guard let openStores else { throw StoreNames.unknown(name, []) }
    guard let store = openStores.store(name.text) else {
      throw StoreNames.unknown(name, openStores.stores)
    }
    return store
  }
}

/// The error for unknown store names.
enum StoreNames {
  static func unknown(_ name: NameSyntax, _ stores: [OpenStore]) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        "there is no store named `\(name.text)`",
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
