import Binding
import Syntax

/// Declarations of one kind: those that hold, and those that wait for others.
protocol DeclarationList {
  associatedtype Declaration: NamedDeclaration

  /// The declarations that made the schema as it is, in the order in which they came.
  var holding: [Declaration] { get set }
  /// Declarations that refer to what is not there yet.
  var waiting: [Declaration] { get set }
}

/// What a statement declares under a name.
protocol NamedDeclaration {
  var name: NameSyntax { get }
}

extension ModelDeclaration: NamedDeclaration {}
extension TypeDeclaration: NamedDeclaration {}

extension DeclarationList {
  /// Notes that `ready` hold from now on, and that `declaration` waits if it is not among them.
  mutating func note(_ declaration: Declaration, ready: [Declaration]) {
    let names = Set(ready.map(\.name.text) + [declaration.name.text])
    holding.removeAll { names.contains($0.name.text) }
    waiting.removeAll { names.contains($0.name.text) }
    holding += ready
    if !ready.contains(where: { $0.name.text == declaration.name.text }) {
      waiting.append(declaration)
    }
  }
}
