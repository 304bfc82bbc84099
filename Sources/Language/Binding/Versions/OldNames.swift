import Diagnostics
import Model
import Syntax

/// Previous names of models, or of an enum's cases, each unique and not in use.
private struct OldNames {
  /// `model`, `case`
  let kind: String
  /// The names of the version.
  let present: [NameSyntax]
  /// The previous names by the new names.
  private(set) var names: [String: String] = [:]
  private var first: [String: NameSyntax] = [:]

  init(of kind: String, present: [NameSyntax]) {
    (self.kind, self.present) = (kind, present)
  }

  /// Adds a previous name; reports contradictions. `isSwap` is whether another step does the
  /// reverse.
  mutating func add(_ old: NameSyntax, of new: String, isSwap: Bool, _ findings: Findings) {
    if let present = present.first(where: { $0.text == old.text }) {
      findings.report(VersionError.present(old, present: present, of: kind, isSwap: isSwap))
    } else if let other = names[new], other != old.text {
      findings.report(VersionError.twoOldNames(old, other: first[other] ?? old, of: kind))
    } else if let other = first[old.text], names[new] != old.text {
      findings.report(ConstraintError.sharedOldName(old, first: other.span, of: kind + "s"))
    }
    names[new] = old.text
    first[old.text] = first[old.text] ?? old
  }
}

extension VersionDeclaration {
  /// The previous names of models by their new names; reports contradictions.
  func oldModelNames(_ findings: Findings) -> [String: String] {
    var names = OldNames(of: "model", present: models.map(\.name))
    for step in modelRenames {
      let found = findings.name(step.new, among: models.map(\.name.text)) {
        nearest -> any BindingError in
        typeKeyword(of: step.new).map { VersionError.renamedType(step.new, keyword: $0) }
          ?? NameError.unknownEntity(step.new, nearest: nearest)
      }
      guard let new = found else { continue }
      if step.old.text == new {
        findings.report(ConstraintError.ownOldName(step.old))
        continue
      }
      let isSwap = modelRenames.contains { $0.new.text == step.old.text && $0.old.text == new }
      names.add(step.old, of: new, isSwap: isSwap, findings)
    }
    return names.names
  }

  /// For each enum, the previous names of cases by their new names; reports contradictions.
  func oldCaseNames(_ findings: Findings) -> [String: [String: String]] {
    var names: [String: OldNames] = [:]
    for step in renames {
      guard let type = enumeration(step.entity) else { continue }
      let (name, cases) = (type.name.text, type.cases.map(\.text))
      let found = findings.name(step.new, among: cases) { _ in
        CaseError.unknown(
          step.new.span,
          text: step.new.text,
          EnumerationType(name: name, cases: cases)
        )
      }
      guard let new = found else { continue }
      let isSwap = renames.contains {
        $0.entity.text == name && $0.new.text == step.old.text && $0.old.text == new
      }
      names[name, default: OldNames(of: "case", present: type.cases)]
        .add(step.old, of: new, isSwap: isSwap, findings)
    }
    return names.mapValues(\.names)
  }

  /// The declared enum with exactly this name; nil if there is none.
  func enumeration(_ name: NameSyntax) -> EnumerationDeclaration? {
    members.lazy.compactMap { member -> EnumerationDeclaration? in
      guard case .enumeration(let type) = member, type.name.text == name.text else { return nil }
      return type
    }.first
  }
}
