import Binding
import Model
import Storage
import Syntax

/// Declaring models.
extension QuerySession {
  /// Declares a model, with those that waited for it; it waits itself while others are missing.
  func declare(_ declaration: ModelDeclaration) throws -> StatementOutcome {
    let waiting = pendingModels.filter { $0.name.text != declaration.name.text }
    let ready = Self.ready(waiting + [declaration], binder)
    let change = try ready.isEmpty ? nil : binder.bindModels(ready)
    if let change { try store.apply(change) }
    let names = Set(ready.map(\.name.text))
    pendingModels = (waiting + [declaration]).filter { !names.contains($0.name.text) }
    return .message(message(declaration, ready))
  }

  /// The declarations whose models are all there, or are declared among them.
  private static func ready(
    _ declarations: [ModelDeclaration],
    _ binder: Binder
  ) -> [ModelDeclaration] {
    var ready = declarations
    while true {
      let next = ready.filter { binder.missingModels(of: $0, besides: ready).isEmpty }
      if next.count == ready.count { return ready }
      ready = next
    }
  }

  private func message(_ declaration: ModelDeclaration, _ ready: [ModelDeclaration]) -> String {
    let name = declaration.name.text
    guard ready.contains(where: { $0.name.text == name }) else {
      let missing = binder.missingModels(of: declaration, besides: pendingModels)
      return "\(name) waits for " + missing.joined(separator: ", ")
    }
    return ready.map { "model \($0.name.text)" }.joined(separator: ", ")
  }
}
