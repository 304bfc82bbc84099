import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// The declarations of enums and structs of a session.
struct DeclaredTypes: DeclarationList {
  /// The declarations of the current types, in order.
  var complete: [TypeDeclaration] = []
  /// Structs with fields of missing types.
  var waiting: [TypeDeclaration] = []
  var waitingTexts: [String: SourceText] = [:]
}

/// `enum` and `struct`
extension QuerySession {
  /// Declares a type and the structs and models that waited for it.
  ///
  /// Updates all attributes of the type; changes nothing if that would lose data.
  func declare(
    _ declaration: TypeDeclaration,
    in source: SourceText
  ) throws -> StatementOutcome {
    let binder = binder
    let others = types.waiting.filter { $0.name.text != declaration.name.text }
    let ready = Self.ready(others + [declaration], binder)
    let names = ready.map(\.name.text)
    let users = names.contains(where: binder.knows) ? types.complete.using(names) : []
    let declared = try binder.bindTypes(users.filter { !names.contains($0.name.text) } + ready)
    let changed = declared.filter { schema.type($0.name) != $0 }
    let typed = Binder(
      schema: schema.adding([], types: declared),
      options: optionsForWaitingModels
    )
    let readyModels = Self.ready(models.waiting, typed)
    // Nobody uses a new name, unless it differs only in case.
    let isKnown = changed.map(\.name).contains(where: binder.knows)
    let bases =
      isKnown ? models.bases.mapValues { $0.map { $0.updated(by: declared) } } : models.bases
    var change = try typed.bindModels(
      (isKnown ? models.complete : []) + readyModels,
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
    let message = message(declaration, ready, readyModels)
    types.note(declaration, in: source, ready: ready)
    models.endWaiting(of: Set(readyModels.map(\.name.text)))
    models.complete += readyModels
    models.bases = bases
    return .message(message)
  }

  /// The options for binding models that a new type makes valid.
  private var optionsForWaitingModels: BindingOptions {
    var options = settings.bindingOptions
    options.waitingTexts = models.waitingTexts
    return options
  }

  /// The declarations whose types all exist or are among them.
  private static func ready(
    _ declarations: [TypeDeclaration],
    _ binder: Binder
  ) -> [TypeDeclaration] {
    ReadyDeclarations(
      names: declarations.map(\.name.text),
      missing: binder.missingTypes(of: declarations)
    ).readyPlaces.map { declarations[$0] }
  }

  /// The message for the declaration and those that waited for it.
  private func message(
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
