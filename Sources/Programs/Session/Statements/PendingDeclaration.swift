import Binding
import Syntax

/// A declaration that refers to models or types which are not there yet.
public struct PendingDeclaration: Sendable {
  /// What it declares.
  public let name: String
  /// The names that nothing has, in the order in which they are used.
  public let missing: [String]

  /// `Author waits for Book`
  public var text: String { "\(name) waits for \(missing.joined(separator: ", "))" }
}

extension QuerySession {
  /// The types, then the models, that wait to be declared, each in the order of their declarations.
  public var waitingDeclarations: [PendingDeclaration] {
    let names = types.waiting.map(\.name.text) + models.waiting.map(\.name.text)
    let missing =
      binder.missingTypes(of: types.waiting) + binder.missingModels(of: models.waiting)
    return zip(names, missing).map { PendingDeclaration(name: $0, missing: $1) }
  }
}
