import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// The declarations of enums and structs of a session: those that hold, and those that wait.
struct DeclaredTypes {
  /// The declarations that made the schema's types, in the order in which they came.
  var holding: [TypeDeclaration] = []
  /// Structs with fields of types that are not there yet.
  var waiting: [TypeDeclaration] = []

  /// All declarations once `declaration` was put in the place of an older one of its name.
  func all(with declaration: TypeDeclaration) -> [TypeDeclaration] {
    (holding + waiting).filter { $0.name.text != declaration.name.text } + [declaration]
  }
}

/// Declaring enums and structs.
extension QuerySession {
  /// Declares a type, with the structs and models that waited for it.
  ///
  /// What has attributes of the type gets them anew; where that would lose data nothing is changed.
  func declare(_ declaration: TypeDeclaration) throws -> StatementOutcome {
    let all = types.all(with: declaration)
    let ready = Self.ready(all, binder)
    let declared = try binder.bindTypes(ready)
    let typed = Binder(schema: schema.adding([], types: declared), options: settings.bindingOptions)
    let bases = models.bases.mapValues { $0.map { $0.updated(by: declared) } }
    let readyModels = Self.ready(models.holding + models.waiting, typed)
    var change = try typed.bindModels(
      readyModels,
      newest: declaration.name,
      bases: bases
    )
    let bound = Set(change.entities.map(\.name))
    change.entities += schema.entities.filter { !bound.contains($0.name) }
      .map { $0.updated(by: declared) }
    change.entities.removeAll { schema.entity($0.name) == $0 }
    change.types = declared.filter { schema.type($0.name) != $0 }
    try apply(change, for: declaration.name)
    let names = Set(ready.map(\.name.text))
    let news = news(declaration, ready, readyModels)
    types = DeclaredTypes(
      holding: ready,
      waiting: all.filter { !names.contains($0.name.text) }
    )
    let held = Set(readyModels.map(\.name.text))
    models.waiting.removeAll { held.contains($0.name.text) }
    models.holding = readyModels
    models.bases = bases
    return .message(news)
  }

  /// The declarations whose types are all there, or are declared among them.
  private static func ready(
    _ declarations: [TypeDeclaration],
    _ binder: Binder
  ) -> [TypeDeclaration] {
    withoutWaiting(declarations) { binder.missingTypes(of: $0, besides: $1) }
  }

  /// What has become of the declaration and of those that waited for it.
  private func news(
    _ declaration: TypeDeclaration,
    _ ready: [TypeDeclaration],
    _ readyModels: [ModelDeclaration]
  ) -> String {
    guard ready.contains(where: { $0.name.text == declaration.name.text }) else {
      let unknown = binder.missingTypes(of: declaration, besides: types.waiting)
      let missing = unknown.isEmpty ? binder.missingTypes(of: declaration, besides: []) : unknown
      return waitingMessage(declaration.name.text, missing)
    }
    let held = Set(types.holding.map(\.name.text) + models.holding.map(\.name.text))
    let newTypes = ready.filter {
      !held.contains($0.name.text) || $0.name.text == declaration.name.text
    }
    let newModels = readyModels.filter { !held.contains($0.name.text) }
    return
      (newTypes.map { "\($0.keyword) \($0.name.text)" }
      + newModels.map { "model \($0.name.text)" })
      .joined(separator: ", ")
  }
}

extension TypeDeclaration {
  fileprivate var keyword: String {
    switch self {
    case .enumeration: Keyword.enum.rawValue
    case .structure: Keyword.struct.rawValue
    }
  }
}
