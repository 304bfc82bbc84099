import Binding
import Syntax

/// A declaration that waits for missing models or types.
public struct WaitingDeclaration: Sendable {
  /// The declared name.
  public let name: String
  /// The missing names, in the order of use.
  public let missing: [String]

  /// `Author waits for Book`
  public var text: String { "\(name) waits for \(missing.joined(separator: ", "))" }
}

extension QuerySession {
  /// The waiting types, then the waiting models, in order.
  public var waitingDeclarations: [WaitingDeclaration] {
    let (models, types) = declarations.waiting
    let names = types.waiting.map(\.name.text) + models.waiting.map(\.name.text)
    let missing =
      binder.missingTypes(of: types.waiting) + binder.missingModels(of: models.waiting)
    return zip(names, missing).map { WaitingDeclaration(name: $0, missing: $1) }
  }
}
