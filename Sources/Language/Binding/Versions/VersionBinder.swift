import Diagnostics
public import Model
import Storage
public import Syntax

/// The bound models of a version.
public struct BoundVersion: Sendable {
  /// The models; renamed members have previous names.
  public let schema: Schema
  /// The previous names of renamed models by their new names.
  public let oldModels: [String: String]
  /// For each enum, the previous names of renamed cases by their new names.
  public let oldCases: [String: [String: String]]
}

/// Binds the models of a version, independently of other models.
struct VersionBinder {
  let options: BindingOptions
  let findings: Findings

  /// The whole version; renamed members have previous names.
  func bound(_ version: VersionDeclaration) -> BoundVersion? {
    guard let schema = schema(version) else { return nil }
    let oldModels = version.oldModelNames(findings)
    let oldCases = version.oldCaseNames(findings)
    guard findings.all.isEmpty else { return nil }
    return BoundVersion(schema: schema, oldModels: oldModels, oldCases: oldCases)
  }

  private func schema(_ version: VersionDeclaration) -> Schema? {
    reportOldNames(version)
    let types = version.types
    findings.areDifferent(types.map(\.name) + version.models.map(\.name))
    let declaredTypes = TypeBinder(schema: Schema(), findings: findings, pointsAnywhere: true)
      .types(types)
    guard findings.all.isEmpty else { return nil }
    let models = renamed(version)
    guard findings.all.isEmpty else { return nil }
    if models.isEmpty { return Schema(types: declaredTypes) }
    let binder = ModelBinder(
      schema: Schema(types: declaredTypes),
      bases: [:],
      options: options,
      findings: findings,
      pointsAnywhere: true
    )
    guard let change = binder.change(models) else { return nil }
    return Schema(entities: change.entities, types: declaredTypes)
  }

  /// Types and parents must have their new names.
  private func reportOldNames(_ version: VersionDeclaration) {
    let declared = Set((version.types.map(\.name) + version.models.map(\.name)).map(\.text))
    let renames = version.modelRenames.filter { !declared.contains($0.old.text) }
    if renames.isEmpty { return }
    let named = version.models.flatMap { model in
      [model.parent].compactMap { $0 }
        + model.members.compactMap { member in
          if case .property(let property) = member { property.type.name } else { nil }
        }
    }
    for name in named {
      guard let rename = renames.first(where: { $0.old.text == name.text }) else { continue }
      findings.report(VersionError.oldName(name, now: rename.new.text))
    }
  }

  /// The models with `rename` steps applied as `was`.
  private func renamed(_ version: VersionDeclaration) -> [ModelDeclaration] {
    var models = version.models
    for step in version.renames where version.enumeration(step.entity) == nil {
      let names = models.map(\.name.text)
      guard
        let found = findings.name(
          step.entity,
          among: names,
          missing: { nearest -> any BindingError in
            if version.typeKeyword(of: step.entity) == .struct {
              let fields = (quotedIfNeeded(step.old.text), quotedIfNeeded(step.new.text))
              return VersionError.renamedStruct(step.entity, fields: fields)
            }
            let renamed = version.modelRenames.first { $0.old.text == step.entity.text }
            return renamed.map { VersionError.oldName(step.entity, now: $0.new.text) }
              ?? NameError.unknownEntity(step.entity, nearest: nearest)
          }
        ), let place = names.firstIndex(of: found)
      else { continue }
      if let model = renamed(models[place], by: step) { models[place] = model }
    }
    return models
  }

  private func renamed(_ model: ModelDeclaration, by step: RenameStep) -> ModelDeclaration? {
    let names = model.members.compactMap(\.declaredName?.text)
    guard
      let found = findings.name(
        step.new,
        among: names,
        missing: {
          NameError.unknownProperty(step.new, entity: model.name.text, nearest: $0)
        }
      )
    else { return nil }
    var members = model.members
    for (place, member) in members.enumerated() where member.declaredName?.text == found {
      guard case .property(var property) = member else {
        return findings.fail(VersionError.computedRename(step.new))
      }
      if let old = property.oldName, old.text != step.old.text {
        return findings.fail(VersionError.twoOldNames(step.old, other: old, of: "member"))
      }
      property.oldName = step.old
      members[place] = .property(property)
    }
    return ModelDeclaration(
      name: model.name,
      parent: model.parent,
      oldName: model.oldName,
      documentation: model.documentation,
      members: members
    )
  }
}

extension VersionDeclaration {
  /// The enums and structs in written order.
  fileprivate var types: [TypeDeclaration] {
    members.compactMap { member in
      switch member {
      case .enumeration(let declaration): .enumeration(declaration)
      case .structure(let declaration): .structure(declaration)
      default: nil
      }
    }
  }

  /// The keyword of the declared enum or struct with a name; nil if there is none.
  func typeKeyword(of name: NameSyntax) -> Keyword? {
    types.first { $0.name.text == name.text }.map { type in
      switch type {
      case .enumeration: .enum
      case .structure: .struct
      }
    }
  }

  /// The models in written order.
  var models: [ModelDeclaration] {
    members.compactMap { if case .model(let declaration) = $0 { declaration } else { nil } }
  }

  /// The renamed members and cases, in written order.
  public var renames: [RenameStep] {
    members.compactMap { if case .rename(let step) = $0 { step } else { nil } }
  }

  /// The renamed models, in written order: by `rename` and by `was`.
  public var modelRenames: [RenameModelStep] {
    models.compactMap { model in
      model.oldName.map { RenameModelStep(old: $0, new: model.name) }
    } + members.compactMap { if case .renameModel(let step) = $0 { step } else { nil } }
  }

  /// The `set` steps in written order.
  public var sets: [SetStep] {
    members.compactMap { if case .set(let step) = $0 { step } else { nil } }
  }

  /// The `delete` steps in written order.
  public var deletes: [DeleteStatement] {
    members.compactMap { if case .delete(let step) = $0 { step } else { nil } }
  }

  /// Whether data may be lost.
  public var allowsLoss: Bool {
    members.contains { if case .allowLoss = $0 { true } else { false } }
  }
}
