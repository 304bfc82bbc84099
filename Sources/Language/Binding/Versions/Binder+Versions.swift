public import Diagnostics
import Expressions
public import Model
public import Syntax

/// Versions of the models.
extension Binder {
  /// The models that a version declares, whatever models there are; renamed members say what they were.
  public func bindVersion(_ version: VersionDeclaration) throws(DiagnosticList) -> BoundVersion {
    let findings = Findings()
    let binder = VersionBinder(options: options, findings: findings)
    return try findings.checked(binder.bound(version))
  }

  /// What a step of a version sets, computed from records of the binder's own schema.
  ///
  /// - Parameters:
  ///   - new: The models as they will be.
  ///   - formerModels: What renamed models were called, by their names.
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

  /// Which members and models the names in the text of a saved query stand for.
  public func memberUses(of saved: SavedQuery) -> [MemberUses.Use] {
    let uses = MemberUses()
    var options = options
    options.memberUses = uses
    SavedQueryBinder(schema: schema, options: options, findings: Findings()).check(saved)
    return uses.all
  }
}
