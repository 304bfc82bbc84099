import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// The model declarations of a session: those that hold, and those that wait for others.
struct DeclaredModels {
  /// The declarations that made the schema as it is, in the order in which they came.
  var holding: [ModelDeclaration] = []
  /// Declarations that refer to models which are not there yet.
  var waiting: [ModelDeclaration] = []
  /// The members that extended models had from their files, by the models' names.
  var bases: [String: [Property]] = [:]

  /// What each model waits for.
  func waitingNames(in schema: Schema) -> [String: [String]] {
    if waiting.isEmpty { return [:] }
    let binder = Binder(schema: schema)
    let names = waiting.map { ($0.name.text, binder.missingModels(of: $0, besides: [])) }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  /// All declarations once `declaration` was put in the place of an older one of its name.
  func all(with declaration: ModelDeclaration) -> [ModelDeclaration] {
    (holding + waiting).filter { $0.name.text != declaration.name.text } + [declaration]
  }
}

/// Declaring models.
extension QuerySession {
  /// Declares a model, with those that waited for it; it waits itself while others are missing.
  ///
  /// All models are bound anew, so that what they compute from each other stays true.
  func declare(_ declaration: ModelDeclaration) throws -> StatementOutcome {
    let all = models.all(with: declaration)
    let ready = Self.ready(all, binder)
    let isReady = ready.contains { $0.name.text == declaration.name.text }
    var change = try binder.bindModels(ready, bases: models.bases)
    change.entities.removeAll { schema.entity($0.name) == $0 }
    try apply(change, for: declaration.name)
    let held = Set(models.holding.map(\.name.text))
    let names = Set(ready.map(\.name.text))
    models = DeclaredModels(
      holding: ready,
      waiting: all.filter { !names.contains($0.name.text) },
      bases: models.bases
    )
    guard isReady else {
      // Where all that is missing waits itself, that is what is waited for.
      let unknown = binder.missingModels(of: declaration, besides: models.waiting)
      let missing = unknown.isEmpty ? binder.missingModels(of: declaration, besides: []) : unknown
      return .message(waitingMessage(declaration.name.text, missing))
    }
    let news = ready.map(\.name.text).filter { !held.contains($0) || $0 == declaration.name.text }
    return .message(news.map { "model \($0)" }.joined(separator: ", "))
  }

  /// The declarations whose models are all there, or are declared among them.
  static func ready(
    _ declarations: [ModelDeclaration],
    _ binder: Binder
  ) -> [ModelDeclaration] {
    withoutWaiting(declarations) { binder.missingModels(of: $0, besides: $1) }
  }

  /// The declarations that miss nothing once all of the result are there.
  static func withoutWaiting<Declaration>(
    _ declarations: [Declaration],
    missing: (Declaration, [Declaration]) -> [String]
  ) -> [Declaration] {
    var ready = declarations
    while true {
      let next = ready.filter { missing($0, ready).isEmpty }
      if next.count == ready.count { return ready }
      ready = next
    }
  }

  /// Says what a declaration waits for, and what may have been meant instead.
  func waitingMessage(_ name: String, _ missing: [String]) -> String {
    let question = missing.count == 1 ? didYouMean(meant(by: missing[0])) : meant(by: missing)
    return "\(name) waits for " + missing.joined(separator: ", ")
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
    if let type = ForeignTypes.meant(by: name) { return [type] }
    return nearestNames(to: name, in: schema.entities.map(\.name) + schema.types.map(\.name))
  }
}
