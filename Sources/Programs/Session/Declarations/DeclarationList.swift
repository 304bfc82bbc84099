import Binding
import Diagnostics
import Syntax

/// Declarations of one kind, valid or waiting for others.
protocol DeclarationList {
  associatedtype Declaration: NamedDeclaration

  /// The declarations of the current schema, in order.
  var complete: [Declaration] { get set }
  /// Declarations that refer to missing names.
  var waiting: [Declaration] { get set }
  /// The sources of the waiting declarations, if they come from a single text.
  var waitingTexts: [String: SourceText] { get set }
}

/// A declaration with a name.
protocol NamedDeclaration {
  var name: NameSyntax { get }
}

extension ModelDeclaration: NamedDeclaration {}
extension TypeDeclaration: NamedDeclaration {}

extension DeclarationList {
  /// Records that `ready` are valid, and that `declaration` waits if it is not among them.
  mutating func note(_ declaration: Declaration, in text: SourceText?, ready: [Declaration]) {
    let name = declaration.name.text
    let names = Set(ready.map(\.name.text) + [name])
    complete.removeAll { names.contains($0.name.text) }
    endWaiting(of: names)
    complete += ready
    if !ready.contains(where: { $0.name.text == name }) {
      waiting.append(declaration)
      waitingTexts[name] = text
    }
  }

  /// Removes names from the waiting declarations.
  mutating func endWaiting(of names: Set<String>) {
    waiting.removeAll { names.contains($0.name.text) }
    for name in names { waitingTexts[name] = nil }
  }
}
