import Diagnostics
import Model
import Storage
import Syntax

/// Binds declarations of enums and structs.
///
/// The last declaration is the new one. Errors in others, whose texts may be gone, are reported at
/// its name.
struct TypeBinder {
  let schema: Schema
  let findings: Findings
  /// Whether all declarations are in the statement.
  var pointsAnywhere = false
  /// The texts of waiting declarations, by name.
  var waitingTexts: [String: SourceText] = [:]

  /// The declared types in dependency order.
  func types(_ declarations: [TypeDeclaration]) -> [DeclaredType] {
    let newest = declarations.last?.name
    let attribution = SourceAttribution(
      findings: findings,
      newest: pointsAnywhere ? nil : newest,
      texts: waitingTexts
    )
    for name in pointsAnywhere ? declarations.map(\.name) : newest.map({ [$0] }) ?? [] {
      checkName(name)
    }
    var done: [DeclaredType] = []
    // Invalid types and those that use them, which are not reported again.
    var failed: Set<String> = []
    var waiting = declarations
    while !waiting.isEmpty {
      let names = waiting.map(\.name.text)
      let ready = waiting.filter { declaration in
        !declaration.typeNames.contains { names.contains($0.text) }
      }
      if ready.isEmpty {
        reportCycle(waiting)
        break
      }
      for declaration in ready {
        let name = declaration.name.text
        let isMade = attribution.to(name, kind: "type") {
          guard !declaration.typeNames.contains(where: { failed.contains($0.text) }),
            let type = type(declaration, among: done)
          else { return false }
          done.append(type)
          return true
        }
        if !isMade { failed.insert(name) }
      }
      waiting.removeAll { declaration in ready.contains { $0.name.text == declaration.name.text } }
    }
    return done
  }

  private func checkName(_ name: NameSyntax) {
    if ValueType.scalarsByName.contains(where: { $0.name == name.text }) {
      findings.report(DeclarationError.nameOfType(name))
    } else if schema.entity(name.text) != nil {
      findings.report(DeclarationError.nameOfModel(name))
    }
  }

  private func reportCycle(_ declarations: [TypeDeclaration]) {
    guard let newest = declarations.last else { return }
    findings.report(
      DeclarationError.nestedInItself(newest.name, others: declarations.map(\.name.text))
    )
  }

  private func type(
    _ declaration: TypeDeclaration,
    among done: [DeclaredType]
  ) -> DeclaredType? {
    switch declaration {
    case .enumeration(let declaration): enumeration(declaration)
    case .structure(let declaration): structure(declaration, among: done)
    }
  }

  private func enumeration(_ declaration: EnumerationDeclaration) -> DeclaredType? {
    guard !declaration.cases.isEmpty else {
      return findings.fail(DeclarationError.noCases(declaration.name))
    }
    guard findings.areDifferent(declaration.cases) else { return nil }
    let type = EnumerationType(
      name: declaration.name.text,
      cases: declaration.cases.map(\.text)
    )
    return .enumeration(type, documentation: declaration.documentation)
  }

  private func structure(
    _ declaration: StructureDeclaration,
    among done: [DeclaredType]
  ) -> DeclaredType? {
    guard !declaration.fields.isEmpty else {
      return findings.fail(DeclarationError.noFields(declaration.name))
    }
    guard findings.areDifferent(declaration.fields.map(\.name)) else { return nil }
    let binder = PropertyBinder(
      names: schema.entities.map(\.name),
      types: schema.adding([], types: done).types,
      options: BindingOptions(),
      findings: findings
    )
    let fields = declaration.fields.compactMap(binder.field)
    guard fields.count == declaration.fields.count else { return nil }
    let type = CompositeType(name: declaration.name.text, fields: fields)
    guard type.leafCount <= FieldLimits.fields, type.depth <= FieldLimits.depth else {
      return findings.fail(DeclarationError.tooManyFields(declaration.name, type))
    }
    return .structure(type, documentation: declaration.documentation)
  }
}
