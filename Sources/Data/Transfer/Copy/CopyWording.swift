import Context
import Model
import Rendering
import Session
import Syntax

/// What is said of a copy.
enum CopyWording {
  /// `model Budget, model Expense; 73 copied: 12 Budget, 61 Expense`
  ///
  /// - Parameter new: The models and types that the store did not have.
  static func summary(_ kinds: [ChangeSummary.ModelCount], new: [String]) -> String {
    let total = kinds.reduce(0) { $0 + $1.count }
    let list = ChangeWording.list(kinds)
    let copied = "\(groupedDigits(total)) copied" + (list.isEmpty ? "" : ": \(list)")
    return new.isEmpty ? copied : "new here: \(new.joined(separator: ", ")); \(copied)"
  }

  /// Which records got other identities; no lines where none did.
  static func lines(renumbered counts: [ChangeSummary.ModelCount]) -> [String] {
    if counts.isEmpty { return [] }
    return ["numbered from 1 on, as their keys are no such numbers: \(ChangeWording.list(counts))"]
  }

  /// Which attributes are others in the copy than they were; no lines where none are.
  static func lines(changed entities: [Entity]) -> [String] {
    func names(_ isMeant: (Attribute) -> Bool) -> String {
      entities.flatMap { entity in
        entity.ownProperties.compactMap { property in
          guard case .attribute(let attribute) = property, isMeant(attribute) else { return nil }
          return "\(entity.name).\(attribute.name)"
        }
      }.joined(separator: ", ")
    }
    let opaque = names { $0.source?.transformer != nil && $0.type == .string }
    let derived = names(\.isReadOnly)
    return (opaque.isEmpty ? [] : ["only as the texts that show them: \(opaque)"])
      + (derived.isEmpty ? [] : ["as they are now, and not worked out any more: \(derived)"])
  }

  /// What was left out, and how it would be copied too; no lines where nothing was.
  static func lines(
    leftOut links: [OmittedLinks],
    copying models: [String],
    from store: String
  ) -> [String] {
    if links.isEmpty { return [] }
    var wanted = models
    for link in links where !wanted.contains(link.destination) { wanted.append(link.destination) }
    let list = wanted.map(quotedIfNeeded).joined(separator: ", ")
    return links.map { link in
      "left out: \(counted(link.count, "link")) of \(link.model).\(link.relationship) to \(link.destination)"
    } + ["`copy \(list) from \(quotedIfNeeded(store))` copies what they lead to as well"]
  }
}
