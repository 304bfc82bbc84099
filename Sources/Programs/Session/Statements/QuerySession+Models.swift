import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// The model declarations of a session: those that hold, and those that wait for others.
struct DeclaredModels: DeclarationList {
  /// The declarations that made the schema as it is, in the order in which they came.
  var holding: [ModelDeclaration] = []
  /// Declarations that refer to models which are not there yet.
  var waiting: [ModelDeclaration] = []
  var waitingTexts: [String: SourceText] = [:]
  /// The members that extended models had from their files, by the models' names.
  var bases: [String: [Property]] = [:]

  /// What each model waits for.
  func waitingNames(in schema: Schema) -> [String: [String]] {
    if waiting.isEmpty { return [:] }
    let missing = Binder(schema: schema).missingModels(of: waiting)
    let names = zip(waiting, missing).map { ($0.name.text, $1) }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }
}

/// Declaring models.
extension QuerySession {
  /// Declares a model, with those that waited for it; it waits itself while others are missing.
  ///
  /// All models that use these are bound anew, so that what they compute from each other stays true.
  ///
  /// - Parameters:
  ///   - source: The text in which all of the declaration stands; nil where it comes from several.
  ///   - extends: Whether members that the model has from a file stay.
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

  /// The declarations that hold and may mean something else once those of `names` are there.
  ///
  /// What is new is used by nobody, unless a name was meant for another one in another case.
  private func dependents(of names: [String], _ binder: Binder) -> [ModelDeclaration] {
    names.contains(where: binder.knows) ? models.holding.using(names) : []
  }

  /// The declarations whose models are all there, or are declared among them.
  static func ready(
    _ declarations: [ModelDeclaration],
    _ binder: Binder
  ) -> [ModelDeclaration] {
    PendingDeclarations(
      names: declarations.map(\.name.text),
      missing: binder.missingModels(of: declarations)
    ).readyPlaces.map { declarations[$0] }
  }

  /// Says what a declaration waits for, and what may have been meant instead; where all that is missing waits itself,
  /// among `waiting`, it is that.
  func waitingMessage<Declaration: NamedDeclaration>(
    for declaration: Declaration,
    _ missing: [String],
    among waiting: [Declaration]
  ) -> String {
    let waitingNames = Set(waiting.map { $0.name.text.lowercased() })
    let unknown = missing.filter { !waitingNames.contains($0.lowercased()) }
    let told = unknown.isEmpty ? missing : unknown
    let question = told.count == 1 ? didYouMean(meant(by: told[0])) : meant(by: told)
    return "\(declaration.name.text) waits for " + told.joined(separator: ", ")
      + (question.map { "; \($0)" } ?? "")
  }

  /// ``did you mean `Int` for Integer, `String` for Text?``
  private func meant(by missing: [String]) -> String? {
    let pairs = missing.compactMap { name in
      meant(by: name).first.map { "`\($0)` for \(name)" }
    }
    return pairs.isEmpty ? nil : "did you mean \(pairs.joined(separator: ", "))?"
  }

  private func meant(by name: String) -> [String] {
    if let type = advisor?.type(meantBy: name) { return [type] }
    return nearestNames(to: name, in: schema.entities.map(\.name) + schema.types.map(\.name))
  }
}
