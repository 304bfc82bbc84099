import Diagnostics
import Expressions
public import Model
public import Storage
import Syntax

/// A bound `set` step of a version.
public struct BoundSetStep: Sendable {
  /// The model's name in the version.
  public let entity: String
  /// The target: an attribute, a field of a struct, or a relationship.
  public let path: AttributePath
  /// The type of the target.
  public let type: ValueType
  /// Whether the target can be nil.
  public let isOptional: Bool
  /// The value over the old record at scope level 0, with stored names.
  public let value: TypedExpression
  /// The query for related records; ``value`` is then nil.
  public let records: FetchRequest?
}

/// Binds `set Budget.owner = owner ?? "nobody"`: the value reads the old record by old and new
/// names.
struct SetStepBinder {
  /// The new models.
  let new: Schema
  /// The present models with previous steps applied.
  let present: Schema
  /// The previous names of renamed models by their new names.
  let oldModels: [String: String]
  let options: BindingOptions
  let findings: Findings

  func bound(_ step: SetStep) -> BoundSetStep? {
    guard let entity = entity(step.entity) else { return nil }
    guard let old = present.entity(entity.name) else {
      return findings.fail(VersionError.newModel(step.entity))
    }
    guard let property = property(step.path[0], of: entity) else { return nil }
    let binder = ExpressionBinder(schema: present, options: options, findings: findings)
    binder.scopes = [BindingScope(fetched: old)]
    switch property {
    case .attribute(let attribute):
      return field(step, FieldTarget(attribute), at: 1, binder).flatMap {
        value(step, of: entity.name, for: $0, binder)
      }
    case .relationship(let relationship):
      return reference(step, of: entity.name, relationship, binder)
    case .computed:
      return findings.fail(InsertError.computed(step.path[0]))
    }
  }

  /// The model with a name in the version.
  private func entity(_ name: NameSyntax) -> Entity? {
    findings.name(name, among: new.entities.map(\.name)) { nearest -> any BindingError in
      let renamed = oldModels.first { $0.value == name.text }
      return renamed.map { VersionError.oldName(name, now: $0.key) }
        ?? NameError.unknownEntity(name, nearest: nearest)
    }
    .flatMap(new.entity)
  }

  /// The member with a name in the version.
  private func property(_ name: NameSyntax, of entity: Entity) -> Property? {
    findings.name(name, of: entity) { nearest -> any BindingError in
      let renamed = options.presentNames[entity.name]?.first { $0.value == name.text }
      return renamed.map { VersionError.oldName(name, now: $0.key) }
        ?? NameError.unknownProperty(name, entity: entity.name, nearest: nearest)
    }
    .flatMap(entity.property)
  }

  /// The field of a struct at the names from `place` on.
  private func field(
    _ step: SetStep,
    _ target: FieldTarget,
    at place: Int,
    _ binder: ExpressionBinder
  ) -> FieldTarget? {
    guard case .composite(let type) = target.type else {
      guard place < step.path.count else { return target }
      let name = step.path[place]
      return findings.fail(VersionError.noFields(name, of: target.path.description, target.type))
    }
    guard place < step.path.count else {
      return findings.fail(VersionError.wholeStruct(step.path[place - 1], type))
    }
    let fields = FieldBinder(expressions: binder)
    guard let field = fields.field(step.path[place], of: target.path, type) else { return nil }
    return self.field(step, target.field(field), at: place + 1, binder)
  }

  private func value(
    _ step: SetStep,
    of entity: String,
    for target: FieldTarget,
    _ binder: ExpressionBinder
  ) -> BoundSetStep? {
    // A case may be one that the enum no longer has; this is checked for each record.
    let known = target.type.updated(by: present.types)
    let oldCase = findings.quietly { binder.bind(step.value, expecting: known) }
    let isOldCase = oldCase.map { $0.type != target.type && $0.type.isEnum(like: target.type) }
    let value =
      isOldCase == true
      ? oldCase
      : binder.storedValue(
        step.value,
        target.type,
        isOptional: target.isOptional,
        of: target.path.description
      )
    return value.map {
      BoundSetStep(
        entity: entity,
        path: target.path,
        type: target.type,
        isOptional: target.isOptional,
        value: $0,
        records: nil
      )
    }
  }

  private func reference(
    _ step: SetStep,
    of entity: String,
    _ relationship: Relationship,
    _ binder: ExpressionBinder
  ) -> BoundSetStep? {
    if step.path.count > 1 {
      return findings.fail(VersionError.beyondRelationship(step.path[1], relationship))
    }
    if let query = binder.namedQuery(step.value) {
      return records(step, of: entity, relationship, query)
    }
    guard let value = binder.bind(step.value) else { return nil }
    let isFitting =
      switch value.type {
      case .record(let found): new.isKind(found, of: relationship.destination)
      case .null: relationship.isOptional && !relationship.isToMany
      default: false
      }
    guard isFitting else {
      return findings.fail(
        VersionError.notRecord(step.value.span, of: relationship, found: value.type)
      )
    }
    return BoundSetStep(
      entity: entity,
      path: AttributePath([relationship.name]),
      type: .record(entity: relationship.destination),
      isOptional: relationship.isOptional,
      value: value,
      records: nil
    )
  }

  /// Records of a query, the same for all.
  private func records(
    _ step: SetStep,
    of entity: String,
    _ relationship: Relationship,
    _ query: QuerySyntax
  ) -> BoundSetStep? {
    let binder = QueryBinder(schema: present, options: options, findings: findings)
    guard let found = binder.selectedRecords(query, of: "a query in parentheses") else {
      return nil
    }
    guard new.isKind(found.entity.name, of: relationship.destination) else {
      return findings.fail(
        VersionError.notRecord(
          step.value.span,
          of: relationship,
          found: .toMany(entity: found.entity.name)
        )
      )
    }
    let type = ValueType.record(entity: relationship.destination)
    return BoundSetStep(
      entity: entity,
      path: AttributePath([relationship.name]),
      type: type,
      isOptional: relationship.isOptional,
      value: .literal(.null, type),
      records: found.request
    )
  }
}

extension ValueType {
  fileprivate func isEnum(like other: ValueType) -> Bool {
    guard case .enumeration(let type) = self, case .enumeration(let otherType) = other else {
      return false
    }
    return type.name == otherType.name
  }
}
