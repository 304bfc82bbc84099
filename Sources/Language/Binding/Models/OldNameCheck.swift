import Diagnostics
import Model
import Syntax

/// Checks the previous names after `was`.
struct OldNameCheck {
  let old: Schema
  /// The schema with all declarations.
  let new: Schema
  let attribution: SourceAttribution
  private var findings: Findings { attribution.findings }

  func report(_ declarations: [ModelDeclaration]) {
    for declaration in declarations {
      attribution.to(declaration.name.text) { report(declaration) }
    }
  }

  private func report(_ declaration: ModelDeclaration) {
    var claims: [String: SourceSpan] = [:]
    for case .property(let property) in declaration.members {
      guard let previous = property.oldName else { continue }
      if let first = claims[previous.text] {
        findings.report(ConstraintError.sharedOldName(previous, first: first, of: "members"))
      }
      claims[previous.text] = previous.span
      report(previous, of: property, declaration)
    }
  }

  private func report(
    _ previous: NameSyntax,
    of property: PropertyDeclaration,
    _ declaration: ModelDeclaration
  ) {
    let entity = declaration.name.text
    if previous.text == property.name.text {
      findings.report(ConstraintError.ownOldName(previous))
      return
    }
    if new.entity(entity)?.property(previous.text) != nil {
      let present = declaration.members.first { $0.declaredName?.text == previous.text }
      var presentOld: NameSyntax?
      if case .property(let property)? = present { presentOld = property.oldName }
      findings.report(
        ConstraintError.presentOldName(
          previous,
          entity: entity,
          present: present?.declaredName?.span,
          isSwap: presentOld?.text == property.name.text
        )
      )
      return
    }
    guard let known = old.entity(entity), known.property(property.name.text) == nil,
      known.property(previous.text) == nil
    else { return }
    let nearest = nearestNames(to: previous.text, in: known.visibleNames)
    findings.report(
      ConstraintError.unknownOldName(previous, entity: entity, nearest: nearest)
    )
  }
}
