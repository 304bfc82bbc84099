import Binding
import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The bound steps of a version, in order.
struct MigrationSteps {
  /// The `set` steps.
  let sets: [BoundSetStep]
  /// The `delete` steps, with the name of the model; they come first.
  let deletes: [(entity: String, request: DeleteRequest)]

  /// Binds the steps of a version that follows the models `old`.
  init(_ version: DeclaredVersion, from old: Schema, options: BindingOptions) throws {
    try Self.checkModelRenames(version, old)
    try Self.checkNameChanges(version, old)
    let old = version.renames(of: old).schema(old)
    try Self.checkRenames(version, old)
    let renames = version.schema.renames(since: old)
    let names = renames.mapValues { Dictionary($0.map { ($1, $0) }, uniquingKeysWith: { $1 }) }
    deletes = try version.declaration.deletes.map { step in
      let binder = Binder(schema: old, options: options)
      let request = try binder.bindDelete(step, presentNames: names)
      return (request.kind, request)
    }
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
          oldModels: version.oldModels,
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

  /// Checks that each old name belonged to a model, unless the model is new or already renamed.
  private static func checkModelRenames(_ version: DeclaredVersion, _ old: Schema) throws {
    let names = old.entities.map(\.name)
    try throwIfAny(
      version.declaration.modelRenames.compactMap { step in
        finding(
          step.old,
          step.new,
          among: names,
          version,
          neither: "there was no model",
          both: ("models", "move records to another model with `export`, `delete` and `import`")
        )
      }
    )
  }

  /// Checks that each old name belonged to a case, unless the enum is new or the case already
  /// renamed.
  private static func checkNameChanges(_ version: DeclaredVersion, _ old: Schema) throws {
    try throwIfAny(
      version.declaration.renames.compactMap { step in
        let name = step.entity.text
        guard version.oldCases[name] != nil, case .enumeration(let type)? = old.type(name)?.type
        else { return nil }
        let value = "if status == .\(step.old.text) then .\(step.new.text) else status"
        return finding(
          step.old,
          step.new,
          among: type.cases,
          version,
          neither: "\(name) had no case",
          both: ("cases", "replace one with the other in a step: `set … = \(value)`")
        )
      }
    )
  }

  /// Checks that each old name belonged to a member, unless the model is new.
  private static func checkRenames(_ version: DeclaredVersion, _ old: Schema) throws {
    try throwIfAny(
      version.declaration.renames.compactMap { step in
        old.entity(step.entity.text).flatMap { entity in
          finding(
            step.old,
            step.new,
            among: entity.properties.map(\.name),
            version,
            neither: "\(entity.name) had no"
          )
        }
      }
    )
  }

  private static func throwIfAny(_ findings: [Diagnostic]) throws {
    if !findings.isEmpty { throw DiagnosticList(findings) }
  }

  /// The problem if neither or both names of a renaming existed before the version.
  private static func finding(
    _ old: NameSyntax,
    _ new: NameSyntax,
    among names: [String],
    _ version: DeclaredVersion,
    neither: String,
    both: (plural: String, help: String)? = nil
  ) -> Diagnostic? {
    switch (names.contains(old.text), names.contains(new.text)) {
    case (true, true):
      both.map { plural, help in
        let names = "`\(new.text)` and `\(old.text)`"
        return Diagnostic(
          "\(names) are different \(plural) before version \(version.number)",
          at: old.span,
          help: [help]
        )
      }
    case (false, false):
      Diagnostic(
        "\(neither) `\(old.text)` before version \(version.number)",
        at: old.span,
        help: didYouMean(nearestNames(to: old.text, in: names)).map { [$0] } ?? []
      )
    default: nil
    }
  }

  /// The models whose enums have both the old and the new cases.
  private static func seeingCases(of new: Schema, in old: Schema) -> Schema {
    let types = old.types.compactMap { declared -> DeclaredType? in
      guard case .enumeration(let previous) = declared.type,
        case .enumeration(let type)? = new.type(previous.name)?.type
      else { return nil }
      let added = type.cases.filter { previous.ordinal(of: $0) == nil }
      if added.isEmpty { return nil }
      return .enumeration(EnumerationType(name: previous.name, cases: previous.cases + added))
    }
    if types.isEmpty { return old }
    return old.adding(old.entities.map { $0.updated(by: types) }, types: types)
  }

  /// The models with the defaults of new members as computed attributes.
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

  /// The models with the value of a step for a new member as a computed attribute.
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
