package import Context
import Diagnostics
import Model
import Rendering
import Storage

/// What a statement did, in words.
package enum ChangeWording {
  /// So many overwritten values are named.
  private static let mostOverwritten = 5

  /// `3 deleted: 1 Budget, 2 Expense by cascade`
  static func message(_ summary: ChangeSummary, of request: ChangeRequest) -> String {
    var parts: [String] = []
    switch request {
    case .insert: parts.append(counts("inserted", summary.inserted))
    case .upsert:
      if !summary.inserted.isEmpty { parts.append(counts("inserted", summary.inserted)) }
      if !summary.updated.isEmpty || parts.isEmpty {
        parts.append(counts("updated", summary.updated))
      }
    case .update:
      parts.append(counts("updated", summary.updated))
      if !summary.inserted.isEmpty { parts.append(counts("inserted", summary.inserted)) }
    case .delete: parts.append(deletion(summary))
    }
    return parts.joined(separator: ", ") + overwritten(summary.overwritten) + notes(summary)
  }

  /// `2 inserted`, `3 inserted: 1 Budget, 2 Expense`
  package static func insertion(_ summary: ChangeSummary) -> String {
    counts("inserted", summary.inserted) + notes(summary)
  }

  /// `undone: delete Budget where …`
  static func reversal(_ verb: String, _ title: String) -> String {
    let lines = title.split(separator: "\n")
    return "\(verb): \(lines.first ?? "")\(lines.count > 1 ? " …" : "")"
  }

  /// The members that a record came with, or went with: `tags: Tag#1, Tag#2` a relationship.
  static func members(_ change: RecordChange) -> [String] {
    var names: [String] = []
    for link in change.links where !names.contains(link.relationship) {
      names.append(link.relationship)
    }
    return names.map { name in
      let members = change.links.filter { $0.relationship == name }.map(\.member.description)
      return "\(name): [\(members.joined(separator: ", "))]"
    }
  }

  private static func counts(_ verb: String, _ kinds: [ChangeSummary.ModelCount]) -> String {
    let total = kinds.reduce(0) { $0 + $1.count }
    let sum = "\(groupedDigits(total)) \(verb)"
    return kinds.count > 1 ? sum + ": " + list(kinds) : sum
  }

  private static func deletion(_ summary: ChangeSummary) -> String {
    let total = (summary.deleted + summary.cascaded).reduce(0) { $0 + $1.count }
    var text = "\(groupedDigits(total)) deleted"
    if !summary.cascaded.isEmpty || summary.deleted.count > 1 {
      text += ": " + list(summary.deleted)
      if !summary.cascaded.isEmpty { text += ", " + list(summary.cascaded) + " by cascade" }
    }
    if !summary.nullified.isEmpty { text += "; " + list(summary.nullified) + " linked no more" }
    if !summary.dangling.isEmpty { text += "; " + list(summary.dangling) + " left leading nowhere" }
    return text
  }

  /// `1 Budget, 2 Expense`
  package static func list(_ kinds: [ChangeSummary.ModelCount]) -> String {
    kinds.map { "\(groupedDigits($0.count)) \($0.kind)" }.joined(separator: ", ")
  }

  private static func overwritten(_ values: [OverwrittenValue]) -> String {
    if values.isEmpty { return "" }
    let named = values.prefix(mostOverwritten).map {
      "\($0.record).\($0.property) was \(FailureWording.text($0.old))"
    }
    let rest = values.count - named.count
    return "; " + named.joined(separator: ", ")
      + (rest > 0 ? " and \(groupedDigits(rest)) more" : "")
  }

  private static func notes(_ summary: ChangeSummary) -> String {
    switch summary.whyIrrevocable {
    case nil: ""
    case .misfits: "; values that do not fit their types went, so this cannot be undone"
    case .tooLarge, .modelsChanged, .migrated: "; this change is too large to undo"
    }
  }
}
