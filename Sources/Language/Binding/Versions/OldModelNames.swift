import Diagnostics
import Syntax

/// The previous names of a version's models, each unique and not in use.
struct OldModelNames {
  /// The previous names by the new names.
  private(set) var names: [String: String] = [:]

  /// Reports contradictions.
  init(_ version: VersionDeclaration, _ findings: Findings) {
    let declared = version.models.map(\.name.text)
    var first: [String: NameSyntax] = [:]
    for step in version.modelRenames {
      guard
        let new = findings.name(
          step.new,
          among: declared,
          missing: { nearest -> any BindingError in
            version.typeKeyword(of: step.new).map {
              VersionError.renamedType(step.new, keyword: $0)
            }
              ?? NameError.unknownEntity(step.new, nearest: nearest)
          }
        )
      else { continue }
      let old = step.old.text
      if old == new {
        findings.report(ConstraintError.ownOldName(step.old))
      } else if let present = version.models.first(where: { $0.name.text == old }) {
        let isSwap = version.modelRenames.contains { $0.new.text == old && $0.old.text == new }
        findings.report(
          VersionError.presentModel(step.old, present: present.name, isSwap: isSwap)
        )
      } else if let other = names[new], other != old {
        findings.report(
          VersionError.twoOldNames(step.old, other: first[other] ?? step.old, of: "model")
        )
      } else if let other = first[old], names[new] != old {
        findings.report(ConstraintError.sharedOldName(step.old, first: other.span, of: "models"))
      }
      names[new] = old
      first[old] = first[old] ?? step.old
    }
  }
}
