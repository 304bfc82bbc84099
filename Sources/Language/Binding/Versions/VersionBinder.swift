import Diagnostics
public import Model
import Storage
public import Syntax

/// The models of a version with their meaning.
public struct BoundVersion: Sendable {
  /// The models, whose renamed members say what they were.
  public let schema: Schema
  /// What renamed models were called, by their names.
  public let oldModels: [String: String]
  /// What renamed cases were called, by their enums and their names.
  public let oldCases: [String: [String: String]]
}

/// Gives the models of a version their meaning, whatever models there are besides.
struct VersionBinder {
  let options: BindingOptions
  let findings: Findings

  /// All that the version declares; renamed members say what they were.
  func bound(_ version: VersionDeclaration) -> BoundVersion? {
    guard let schema = schema(version) else { return nil }
    let oldModels = OldModelNames(version, findings).names
    let oldCases = OldCaseNames(version, findings).names
    guard findings.all.isEmpty else { return nil }
    return BoundVersion(schema: schema, oldModels: oldModels, oldCases: oldCases)
  }

  private func schema(_ version: VersionDeclaration) -> Schema? {
    reportFormerNames(version)
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

  /// Types and parents are named as they are called in the version.
  private func reportFormerNames(_ version: VersionDeclaration) {
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

  /// The models with what `rename` says of their members as `was`.
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
      if let former = property.oldName, former.text != step.old.text {
        return findings.fail(VersionError.twoFormerNames(step.old, other: former, of: "member"))
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

  /// The word that declares the enum or struct of a name; nil where the version declares none.
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

  /// What members, and cases of enums, were called, in written order.
  public var renames: [RenameStep] {
    members.compactMap { if case .rename(let step) = $0 { step } else { nil } }
  }

  /// What models were called, in written order: what `rename` says, and `was` behind their names.
  public var modelRenames: [RenameModelStep] {
    models.compactMap { model in
      model.oldName.map { RenameModelStep(old: $0, new: model.name) }
    } + members.compactMap { if case .renameModel(let step) = $0 { step } else { nil } }
  }

  /// What is computed for the records that are there, in written order.
  public var sets: [SetStep] {
    members.compactMap { if case .set(let step) = $0 { step } else { nil } }
  }

  /// Whether values and records may be lost.
  public var allowsLoss: Bool {
    members.contains { if case .allowLoss = $0 { true } else { false } }
  }
}
