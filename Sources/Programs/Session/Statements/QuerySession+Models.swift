import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// The model declarations of a session.
struct DeclaredModels: DeclarationList {
  /// The declarations of the current schema, in order.
  var complete: [ModelDeclaration] = []
  /// Declarations that refer to missing models.
  var waiting: [ModelDeclaration] = []
  var waitingTexts: [String: SourceText] = [:]
  /// The members of extended models from files, by model name.
  var bases: [String: [Property]] = [:]

  /// The names that each model waits for.
  func waitingNames(in schema: Schema) -> [String: [String]] {
    if waiting.isEmpty { return [:] }
    let missing = Binder(schema: schema).missingModels(of: waiting)
    let names = zip(waiting, missing).map { ($0.name.text, $1) }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }
}

/// `model`
extension QuerySession {
  /// Declares a model and those that waited for it; it waits itself if models are missing.
  ///
  /// Binds all models that use these again, so that their computed attributes stay correct.
  ///
  /// - Parameters:
  ///   - source: The text of the whole declaration; nil if it comes from several texts.
  ///   - extends: Whether to keep members from a file.
  func declare(
    _ declaration: ModelDeclaration,
    in source: SourceText?,
    extends: Bool = false
  ) throws -> StatementOutcome {
    let name = declaration.name.text
    let binder = binder
    let others = models.waiting.filter { $0.name.text != name }
    let ready = Self.ready(others + [declaration], binder)
    let names = ready.map(\.name.text)
    let users = dependents(of: names, binder).filter { !names.contains($0.name.text) }
    let bases = models.bases.filter { extends || $0.key != name }
    var change = try binder.bindModels(users + ready, newest: declaration.name, bases: bases)
    change.entities.removeAll { schema.entity($0.name) == $0 }
    try apply(change, for: declaration.name)
    models.bases = bases
    models.note(declaration, in: source, ready: ready)
    guard names.contains(name) else {
      let missing = self.binder.missingModels(of: [declaration]).first ?? []
      return .message(waitingMessage(for: declaration, missing, among: models.waiting))
    }
    return .message(names.map { "model \($0)" }.joined(separator: ", "))
  }

  /// The declarations whose meaning can change with new declarations of `names`.
  ///
  /// Nobody uses new names, unless a name differs only in case.
  private func dependents(of names: [String], _ binder: Binder) -> [ModelDeclaration] {
    names.contains(where: binder.knows) ? models.complete.using(names) : []
  }

  /// The declarations whose models all exist or are among them.
  static func ready(
    _ declarations: [ModelDeclaration],
    _ binder: Binder
  ) -> [ModelDeclaration] {
    ReadyDeclarations(
      names: declarations.map(\.name.text),
      missing: binder.missingModels(of: declarations)
    ).readyPlaces.map { declarations[$0] }
  }

  /// A message with what a declaration waits for, and suggestions. If everything missing is itself
  /// waiting, lists that.
  func waitingMessage<Declaration: NamedDeclaration>(
    for declaration: Declaration,
    _ missing: [String],
    among waiting: [Declaration]
  ) -> String {
    let waitingNames = Set(waiting.map { $0.name.text.lowercased() })
    let unknown = missing.filter { !waitingNames.contains($0.lowercased()) }
    let listed = unknown.isEmpty ? missing : unknown
    let question =
      listed.count == 1 ? didYouMean(typeSuggestions(by: listed[0])) : typeSuggestions(by: listed)
    return "\(declaration.name.text) waits for " + listed.joined(separator: ", ")
      + (question.map { "; \($0)" } ?? "")
  }

  /// ``did you mean `Int` for Integer, `String` for Text?``
  private func typeSuggestions(by missing: [String]) -> String? {
    let pairs = missing.compactMap { name in
      typeSuggestions(by: name).first.map { "`\($0)` for \(name)" }
    }
    return pairs.isEmpty ? nil : "did you mean \(pairs.joined(separator: ", "))?"
  }

  private func typeSuggestions(by name: String) -> [String] {
    if let type = advisor?.type(meantBy: name) { return [type] }
    return nearestNames(to: name, in: schema.entities.map(\.name) + schema.types.map(\.name))
  }
}
