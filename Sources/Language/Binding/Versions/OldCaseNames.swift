import Diagnostics
import Model
import Syntax

/// The previous names of cases in a version's enums, each unique and not in use.
struct OldCaseNames {
  /// For each enum, the previous names of cases by their new names.
  private(set) var names: [String: [String: String]] = [:]

  /// Reports contradictions.
  init(_ version: VersionDeclaration, _ findings: Findings) {
    var first: [String: [String: NameSyntax]] = [:]
    for step in version.renames {
      guard let type = version.enumeration(step.entity),
        let new = findings.name(
          step.new,
          among: type.cases.map(\.text),
          missing: { _ in
            CaseError.unknown(
              step.new.span,
              text: step.new.text,
              EnumerationType(name: type.name.text, cases: type.cases.map(\.text))
            )
          }
        )
      else { continue }
      let (name, old) = (type.name.text, step.old.text)
      if let present = type.cases.first(where: { $0.text == old }) {
        let isSwap = version.renames.contains {
          $0.entity.text == name && $0.new.text == old && $0.old.text == new
        }
        findings.report(VersionError.presentCase(step.old, present: present, isSwap: isSwap))
      } else if let other = names[name]?[new], other != old {
        findings.report(
          VersionError.twoOldNames(step.old, other: first[name]?[other] ?? step.old, of: "case")
        )
      } else if let other = first[name]?[old], names[name]?[new] != old {
        findings.report(ConstraintError.sharedOldName(step.old, first: other.span, of: "cases"))
      }
      names[name, default: [:]][new] = old
      if first[name]?[old] == nil { first[name, default: [:]][old] = step.old }
    }
  }
}

extension VersionDeclaration {
  /// The declared enum with exactly this name; nil if there is none.
  func enumeration(_ name: NameSyntax) -> EnumerationDeclaration? {
    members.lazy.compactMap { member -> EnumerationDeclaration? in
      guard case .enumeration(let type) = member, type.name.text == name.text else { return nil }
      return type
    }.first
  }
}
