import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// The declarations of enums and structs of a session: those that hold, and those that wait.
struct DeclaredTypes: DeclarationList {
  /// The declarations that made the schema's types, in the order in which they came.
  var holding: [TypeDeclaration] = []
  /// Structs with fields of types that are not there yet.
  var waiting: [TypeDeclaration] = []
  var waitingTexts: [String: SourceText] = [:]
}

/// Declaring enums and structs.
extension QuerySession {
  /// Declares a type, with the structs and models that waited for it.
  ///
  /// What has attributes of the type gets them anew; where that would lose data nothing is changed.
  func declare(
    _ declaration: TypeDeclaration,
    in source: SourceText
  ) throws -> StatementOutcome {
    let binder = binder
    let others = types.waiting.filter { $0.name.text != declaration.name.text }
    let ready = Self.ready(others + [declaration], binder)
    let names = ready.map(\.name.text)
    let users = names.contains(where: binder.knows) ? types.holding.using(names) : []
    let declared = try binder.bindTypes(users.filter { !names.contains($0.name.text) } + ready)
    let changed = declared.filter { schema.type($0.name) != $0 }
    let typed = Binder(
      schema: schema.adding([], types: declared),
      options: optionsForWaitingModels
    )
    let readyModels = Self.ready(models.waiting, typed)
    // What is new is used by nobody, unless a name was meant for another one in another case.
    let isKnown = changed.map(\.name).contains(where: binder.knows)
    let bases =
      isKnown ? models.bases.mapValues { $0.map { $0.updated(by: declared) } } : models.bases
    var change = try typed.bindModels(
      (isKnown ? models.holding : []) + readyModels,
      newest: declaration.name,
      bases: bases
    )
    if isKnown {
      let bound = Set(change.entities.map(\.name))
      change.entities += schema.entities.filter { !bound.contains($0.name) }
        .map { $0.updated(by: declared) }
    }
    change.entities.removeAll { schema.entity($0.name) == $0 }
    change.types = changed
    try apply(change, for: declaration.name)
    let news = news(declaration, ready, readyModels)
    types.note(declaration, in: source, ready: ready)
    models.endWaiting(of: Set(readyModels.map(\.name.text)))
    models.holding += readyModels
    models.bases = bases
    return .message(news)
  }

  /// What models are bound with that a new type makes ready.
  private var optionsForWaitingModels: BindingOptions {
    var options = settings.bindingOptions
    options.waitingTexts = models.waitingTexts
    return options
  }

  /// The declarations whose types are all there, or are declared among them.
  private static func ready(
    _ declarations: [TypeDeclaration],
    _ binder: Binder
  ) -> [TypeDeclaration] {
    PendingDeclarations(
      names: declarations.map(\.name.text),
      missing: binder.missingTypes(of: declarations)
    ).readyPlaces.map { declarations[$0] }
  }

  /// What has become of the declaration and of those that waited for it.
  private func news(
    _ declaration: TypeDeclaration,
    _ ready: [TypeDeclaration],
    _ readyModels: [ModelDeclaration]
  ) -> String {
    guard ready.contains(where: { $0.name.text == declaration.name.text }) else {
      let missing = binder.missingTypes(of: [declaration]).first ?? []
      return waitingMessage(for: declaration, missing, among: types.waiting)
    }
    return
      (ready.map { "\($0.keyword) \($0.name.text)" }
      + readyModels.map { "model \($0.name.text)" })
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
