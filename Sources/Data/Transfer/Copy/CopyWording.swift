import Context
import Model
import Rendering
import Session
import Syntax

/// Messages about a `copy`.
enum CopyWording {
  /// `model Budget, model Expense; 73 copied: 12 Budget, 61 Expense`
  ///
  /// - Parameter new: The models and types that the store did not have.
  static func summary(_ kinds: [ChangeSummary.ModelCount], new: [String]) -> String {
    let total = kinds.reduce(0) { $0 + $1.count }
    let list = ChangeWording.list(kinds)
    let copied = "\(groupedDigits(total)) copied" + (list.isEmpty ? "" : ": \(list)")
    return new.isEmpty ? copied : "new: \(new.joined(separator: ", ")); \(copied)"
  }

  /// The records with new identities; empty if there are none.
  static func lines(renumbered counts: [ChangeSummary.ModelCount]) -> [String] {
    if counts.isEmpty { return [] }
    return ["renumbered from 1, since their keys are not numbers: \(ChangeWording.list(counts))"]
  }

  /// The attributes that change when copied; empty if there are none.
  static func lines(changed entities: [Entity]) -> [String] {
    func names(_ recognizes: (Attribute) -> Bool) -> String {
      entities.flatMap { entity in
        entity.ownProperties.compactMap { property in
          guard case .attribute(let attribute) = property, recognizes(attribute) else { return nil }
          return "\(entity.name).\(attribute.name)"
        }
      }.joined(separator: ", ")
    }
    let opaque = names { $0.source?.transformer != nil && $0.type == .string }
    let derived = names(\.isReadOnly)
    return (opaque.isEmpty ? [] : ["copied only as text: \(opaque)"])
      + (derived.isEmpty ? [] : ["copied as plain values, no longer computed: \(derived)"])
  }

  /// The links that were left out, and how to copy them; empty if there are none.
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
    } + ["`copy \(list) from \(quotedIfNeeded(store))` also copies the records they reference"]
  }
}
