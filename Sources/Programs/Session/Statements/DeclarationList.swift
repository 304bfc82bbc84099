import Binding
import Diagnostics
import Syntax

/// Declarations of one kind: those that hold, and those that wait for others.
protocol DeclarationList {
  associatedtype Declaration: NamedDeclaration

  /// The declarations that made the schema as it is, in the order in which they came.
  var holding: [Declaration] { get set }
  /// Declarations that refer to what is not there yet.
  var waiting: [Declaration] { get set }
  /// The texts in which these stand, by the names that they declare; none for those that stand in several.
  var waitingTexts: [String: SourceText] { get set }
}

/// What a statement declares under a name.
protocol NamedDeclaration {
  var name: NameSyntax { get }
}

extension ModelDeclaration: NamedDeclaration {}
extension TypeDeclaration: NamedDeclaration {}

extension DeclarationList {
  /// Notes that `ready` hold from now on, and that `declaration`, which stands in `text`, waits if it is not among them.
  mutating func note(_ declaration: Declaration, in text: SourceText?, ready: [Declaration]) {
    let name = declaration.name.text
    let names = Set(ready.map(\.name.text) + [name])
    holding.removeAll { names.contains($0.name.text) }
    endWaiting(of: names)
    holding += ready
    if !ready.contains(where: { $0.name.text == name }) {
      waiting.append(declaration)
      waitingTexts[name] = text
    }
  }

  /// Notes that what is called by some names waits no more.
  mutating func endWaiting(of names: Set<String>) {
    waiting.removeAll { names.contains($0.name.text) }
    for name in names { waitingTexts[name] = nil }
  }
}
