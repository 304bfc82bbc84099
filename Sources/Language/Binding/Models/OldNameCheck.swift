import Diagnostics
import Model
import Syntax

/// Checks the previous names after `was`.
struct OldNameCheck {
  /// The current schema.
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
      guard let former = property.oldName else { continue }
      if let first = claims[former.text] {
        findings.report(ConstraintError.sharedFormerName(former, first: first, of: "members"))
      }
      claims[former.text] = former.span
      report(former, of: property, declaration)
    }
  }

  private func report(
    _ former: NameSyntax,
    of property: PropertyDeclaration,
    _ declaration: ModelDeclaration
  ) {
    let entity = declaration.name.text
    if former.text == property.name.text {
      findings.report(ConstraintError.ownFormerName(former))
      return
    }
    if new.entity(entity)?.property(former.text) != nil {
      let present = declaration.members.first { $0.declaredName?.text == former.text }
      var presentFormer: NameSyntax?
      if case .property(let property)? = present { presentFormer = property.oldName }
      findings.report(
        ConstraintError.presentFormerName(
          former,
          entity: entity,
          present: present?.declaredName?.span,
          isSwap: presentFormer?.text == property.name.text
        )
      )
      return
    }
    guard let known = old.entity(entity), known.property(property.name.text) == nil,
      known.property(former.text) == nil
    else { return }
    let nearest = nearestNames(to: former.text, in: known.visibleNames)
    findings.report(
      ConstraintError.unknownFormerName(former, entity: entity, nearest: nearest)
    )
  }
}
