import Binding
import Context
import Diagnostics
import Expressions
import Model
import Rendering
import Storage
public import Syntax

/// Declaring versions of the models.
extension QuerySession {
  /// Notes what the models of a version are; the store stays as it is.
  func declare(_ version: VersionDeclaration, in source: SourceText) throws -> StatementOutcome {
    let number = version.number.value
    guard number > 0 else {
      throw DiagnosticList([Diagnostic("versions begin with 1", at: version.number.span)])
    }
    let bound = try binder.bindVersion(version)
    let schema = bound.schema
    let declared = DeclaredVersion(
      declaration: version,
      source: source,
      schema: schema,
      formerModels: bound.formerModels
    )
    try checkSteps(of: declared)
    let present = try store.schemaVersion()
    if let present, present.number == number, present.checksum != schema.checksum {
      throw differs(declared, present)
    }
    declarations.versions.declare(declared)
    let (message, note) = news(declared, present)
    versionNote = note
    return .message(message)
  }

  /// Checks what the steps say against the models that come before: those of the version before, else those
  /// of the store where that is older.
  private func checkSteps(of version: DeclaredVersion) throws {
    let present = try store.schemaVersion()?.number ?? 0
    let before = declarations.versions.last(before: version.number)
    guard let old = before?.schema ?? (present < version.number ? schema : nil),
      !old.entities.isEmpty
    else { return }
    _ = try MigrationSteps(version, from: old, options: versionOptions)
  }

  /// What a version is bound with: no parameters, and nothing that waits.
  var versionOptions: BindingOptions {
    var options = settings.bindingOptions
    options.savedQueries = queries
    return options
  }

  /// The error that the store's version of that number is another one.
  private func differs(_ version: DeclaredVersion, _ present: SchemaVersion) -> DiagnosticList {
    let lines = differences(from: schema, to: version.schema)
    // The store's models may have been changed since by `extend`; then nobody knows what they were.
    let isChanged = schema.checksum != present.checksum
    return DiagnosticList([
      Diagnostic(
        "the store's version \(present.number) is another one"
          + (isChanged ? ", and was changed since" : ""),
        at: version.declaration.number.span,
        help: lines + ["declare what is to be changed as version \(present.number + 1)"]
      )
    ])
  }

  /// How models differ, no more than a few lines.
  func differences(from old: Schema, to new: Schema) -> [String] {
    let all = SchemaDifferences(from: old, to: new).all.map(\.text)
    if all.count <= Self.mostDifferences { return all }
    let rest = all.count - Self.mostDifferences
    return all.prefix(Self.mostDifferences) + ["\(counted(rest, "more difference"))"]
  }

  private static let mostDifferences = 8

  /// What the version is to the store, and what is said of it where the store is used as it is.
  private func news(
    _ version: DeclaredVersion,
    _ present: SchemaVersion?
  ) -> (message: String, note: [String]?) {
    let (number, title) = (version.number, "version \(version.number)")
    let differences = differences(from: schema, to: version.schema)
    if let present, present.number == number {
      if differences.isEmpty { return ("\(title), which the store has", nil) }
      let start = "\(title), which the store has; its models were changed since"
      return (([start] + differences).joined(separator: "\n"), [start] + differences)
    }
    if let present, present.number > number {
      let start = "the store has version \(present.number) already"
      let newest = declarations.versions.numbers.last ?? number
      return ("\(title); \(start)", newest < present.number ? [start] + differences : nil)
    }
    if schema.entities.isEmpty {
      return (
        "\(title); the store has no models yet: `migrate \(number)` makes them",
        ["the store has no models yet: `migrate \(number)` makes those of version \(number)"]
      )
    }
    let state = present.map { "the store has version \($0.number)" } ?? "the store has no version"
    let hint = "`preview migrate \(number)` tells what would become of it"
    return (
      "\(title); \(state): \(hint)", ["\(state), and \(title) is newer: \(hint)"] + differences
    )
  }

  /// `version 2, checksum cedec6e28e466694`: which version of the models the store has; nil where it has none.
  public var versionRemark: String? {
    guard let present = try? store.schemaVersion() else { return nil }
    let isChanged = schema.checksum != present.checksum
    return "version \(present.number), "
      + (isChanged ? "changed since by `extend` or `model`" : "checksum \(present.checksum)")
  }

  /// What is said behind a statement: where the copy of a migrated store lies, and how a version that is
  /// declared differs from the store's once that is used as it is. Each is said once.
  public func versionNotes(behind statement: Statement) -> [String] {
    if let note = copyNote {
      copyNote = nil
      return [note]
    }
    guard let note = versionNote, !statement.kind.isAboutVersions else { return [] }
    versionNote = nil
    return note
  }
}

extension Statement.Kind {
  /// Whether it declares a version, or is about reaching one.
  fileprivate var isAboutVersions: Bool {
    switch self {
    case .version, .migrate: true
    case .preview(let inner), .explain(let inner, _): inner.kind.isAboutVersions
    default: false
    }
  }
}

/// The steps of a version, bound in their order.
struct MigrationSteps {
  /// What the steps set.
  let sets: [BoundSetStep]

  /// Binds the steps of a version that follows the models `old`.
  init(_ version: DeclaredVersion, from old: Schema, options: BindingOptions) throws {
    try Self.checkModelRenames(version, old)
    let old = version.renames(of: old).schema(old)
    try Self.checkRenames(version, old)
    let renames = version.schema.renames(since: old)
    let names = renames.mapValues { Dictionary($0.map { ($1, $0) }, uniquingKeysWith: { $1 }) }
    var present = Self.seeingDefaults(
      of: version.schema,
      in: Self.seeingCases(of: version.schema, in: old),
      names
    )
    var sets: [BoundSetStep] = []
    for step in version.declaration.sets {
      let bound = try Binder(schema: present, options: options)
        .bindSet(
          step,
          in: version.schema,
          formerModels: version.formerModels,
          presentNames: names
        )
      if let first = sets.first(where: { $0.entity == bound.entity && $0.path == bound.path }) {
        throw DiagnosticList([
          Diagnostic("`\(first.entity).\(first.path)` is set twice", at: step.path[0].span)
        ])
      }
      sets.append(bound)
      present = Self.seeing(bound, in: present, formerly: old, names)
    }
    self.sets = sets
  }

  /// Each former name is that of a model, unless the model is new or has its name by now.
  private static func checkModelRenames(_ version: DeclaredVersion, _ old: Schema) throws {
    let findings = version.declaration.modelRenames.compactMap { step -> Diagnostic? in
      let isThere = (old: old.entity(step.old.text) != nil, new: old.entity(step.new.text) != nil)
      if isThere.old, isThere.new {
        return Diagnostic(
          "`\(step.new.text)` and `\(step.old.text)` are two models before version \(version.number)",
          at: step.old.span
        )
      }
      if isThere.old || isThere.new { return nil }
      let nearest = nearestNames(to: step.old.text, in: old.entities.map(\.name))
      return Diagnostic(
        "there was no model `\(step.old.text)` before version \(version.number)",
        at: step.old.span,
        help: didYouMean(nearest).map { [$0] } ?? []
      )
    }
    if !findings.isEmpty { throw DiagnosticList(findings) }
  }

  /// The models with enums that have the cases of before and those of after.
  private static func seeingCases(of new: Schema, in old: Schema) -> Schema {
    let types = old.types.compactMap { declared -> DeclaredType? in
      guard case .enumeration(let former) = declared.type,
        case .enumeration(let type)? = new.type(former.name)?.type
      else { return nil }
      let added = type.cases.filter { former.ordinal(of: $0) == nil }
      if added.isEmpty { return nil }
      return .enumeration(EnumerationType(name: former.name, cases: former.cases + added))
    }
    if types.isEmpty { return old }
    return old.adding(old.entities.map { $0.updated(by: types) }, types: types)
  }

  /// Each former name is that of a member, unless the version makes the model.
  private static func checkRenames(_ version: DeclaredVersion, _ old: Schema) throws {
    let findings = version.declaration.renames.compactMap { step -> Diagnostic? in
      guard let former = old.entity(step.entity.text), former.property(step.old.text) == nil,
        former.property(step.new.text) == nil
      else { return nil }
      let nearest = nearestNames(to: step.old.text, in: former.properties.map(\.name))
      return Diagnostic(
        "\(former.name) had no `\(step.old.text)` before version \(version.number)",
        at: step.old.span,
        help: didYouMean(nearest).map { [$0] } ?? []
      )
    }
    if !findings.isEmpty { throw DiagnosticList(findings) }
  }

  /// The models with the defaults of members that are new, as if they were computed.
  private static func seeingDefaults(
    of new: Schema,
    in old: Schema,
    _ names: [String: [String: String]]
  ) -> Schema {
    if old.hasInheritance { return old }
    let seeing = old.entities.map { entity in
      let defaults = (new.entity(entity.name)?.attributes ?? []).compactMap {
        attribute -> Property? in
        guard entity.property(attribute.name) == nil, names[entity.name]?[attribute.name] == nil,
          let value = attribute.defaultValue
        else { return nil }
        return .computed(
          ComputedAttribute(name: attribute.name, expression: value.expression, text: value.text)
        )
      }
      return defaults.isEmpty ? entity : entity.with(ownProperties: entity.ownProperties + defaults)
    }
    return old.adding(seeing)
  }

  /// The models with what a step sets under a name that is new, as if it were computed.
  private static func seeing(
    _ step: BoundSetStep,
    in present: Schema,
    formerly old: Schema,
    _ names: [String: [String: String]]
  ) -> Schema {
    let name = step.path.components[0]
    guard let entity = present.entity(step.entity), step.path.components.count == 1,
      names[entity.name]?[name] == nil, !present.hasInheritance,
      old.entity(step.entity)?.property(name) == nil
    else { return present }
    if case .record = step.type { return present }
    let computed = ComputedAttribute(name: name, expression: step.value, text: name)
    return present.adding([
      entity.with(
        ownProperties: entity.ownProperties.filter { $0.name != name } + [.computed(computed)]
      )
    ])
  }
}
