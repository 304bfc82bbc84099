import Diagnostics
import Syntax

/// What the models of a version were called; a model was called one way only, and no other one is called so.
struct FormerModels {
  /// By the names that models have, those that they had.
  private(set) var names: [String: String] = [:]

  /// Reports what contradicts.
  init(_ version: VersionDeclaration, _ findings: Findings) {
    let declared = version.models.map(\.name.text)
    var first: [String: NameSyntax] = [:]
    for step in version.modelRenames {
      guard
        let new = findings.name(
          step.new,
          among: declared,
          missing: { NameError.unknownEntity(step.new, nearest: $0) }
        )
      else { continue }
      let old = step.old.text
      if old == new {
        findings.report(ConstraintError.ownFormerName(step.old))
      } else if let present = version.models.first(where: { $0.name.text == old }) {
        findings.report(VersionError.presentModel(step.old, present: present.name))
      } else if let other = names[new], other != old {
        findings.report(
          VersionError.twoFormerNames(step.old, other: first[other] ?? step.old, of: "model")
        )
      } else if let other = first[old], names[new] != old {
        findings.report(ConstraintError.sharedFormerName(step.old, first: other.span, of: "models"))
      }
      names[new] = old
      first[old] = first[old] ?? step.old
    }
  }
}
