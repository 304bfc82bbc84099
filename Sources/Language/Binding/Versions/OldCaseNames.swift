import Diagnostics
import Model
import Syntax

/// What the cases of a version's enums were called; each was called one way only, and none of another case that is
/// there.
struct OldCaseNames {
  /// By the names of the enums, and by those that their cases have, those that these had.
  private(set) var names: [String: [String: String]] = [:]

  /// Reports what contradicts.
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
          VersionError.twoFormerNames(step.old, other: first[name]?[other] ?? step.old, of: "case")
        )
      } else if let other = first[name]?[old], names[name]?[new] != old {
        findings.report(ConstraintError.sharedFormerName(step.old, first: other.span, of: "cases"))
      }
      names[name, default: [:]][new] = old
      if first[name]?[old] == nil { first[name, default: [:]][old] = step.old }
    }
  }
}

extension VersionDeclaration {
  /// The enum that a name is exactly that of; nil where the version declares none.
  func enumeration(_ name: NameSyntax) -> EnumerationDeclaration? {
    members.lazy.compactMap { member -> EnumerationDeclaration? in
      guard case .enumeration(let type) = member, type.name.text == name.text else { return nil }
      return type
    }.first
  }
}
