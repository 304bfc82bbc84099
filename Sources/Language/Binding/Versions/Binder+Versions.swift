public import Diagnostics
import Expressions
public import Model
public import Storage
public import Syntax

/// Versions of models.
extension Binder {
  /// Binds a version independently of the current models; renamed members have previous names.
  public func bindVersion(_ version: VersionDeclaration) throws(DiagnosticList) -> BoundVersion {
    let findings = Findings()
    let binder = VersionBinder(options: options, findings: findings)
    return try findings.checked(binder.bound(version))
  }

  /// Binds a `set` step of a version, computed from records of the binder's schema.
  ///
  /// - Parameters:
  ///   - new: The models as they will be.
  ///   - oldModels: What renamed models were called, by their names.
  ///   - names: For each model, by the names that its members will have, those that they have.
  public func bindSet(
    _ step: SetStep,
    in new: Schema,
    oldModels: [String: String],
    presentNames names: [String: [String: String]]
  ) throws(DiagnosticList) -> BoundSetStep {
    let findings = Findings()
    var options = options
    options.presentNames = names
    options.isDeclaringModel = true
    let binder = SetStepBinder(
      new: new,
      present: schema,
      oldModels: oldModels,
      options: options,
      findings: findings
    )
    let step = try findings.checked(binder.bound(step))
    guard let stored = self.names else { return step }
    return BoundSetStep(
      entity: step.entity,
      path: step.path,
      type: step.type,
      isOptional: step.isOptional,
      value: stored.expression(step.value),
      records: step.records.map(stored.request)
    )
  }

  /// Binds a `delete` step of a version, for records of the binder's schema.
  ///
  /// - Parameter names: As for ``bindSet(_:in:oldModels:presentNames:)``.
  public func bindDelete(
    _ step: DeleteStatement,
    presentNames names: [String: [String: String]]
  ) throws(DiagnosticList) -> DeleteRequest {
    var options = options
    options.presentNames = names
    options.isDeclaringModel = true
    return try Binder(schema: schema, options: options).bindDelete(step)
  }

  /// The members and models that a saved query uses.
  public func memberUses(of saved: SavedQuery) -> [MemberUses.Use] {
    let uses = MemberUses()
    var options = options
    options.memberUses = uses
    SavedQueryBinder(schema: schema, options: options, findings: Findings()).check(saved)
    return uses.all
  }
}
