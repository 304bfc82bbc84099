package import Context
import Diagnostics
import Model
import Rendering
package import Storage

/// The messages for completed and previewed changes.
package enum ChangeWording {
  /// The most overwritten values to list.
  private static let maxOverwritten = 5

  /// `3 deleted: 1 Budget, 2 Expense by cascade`, or for a preview, `delete 3 records: …`
  static func message(
    _ summary: ChangeSummary,
    of request: ChangeRequest,
    isPreview: Bool = false
  ) -> String {
    func counts(_ verb: String, _ kinds: [ChangeSummary.ModelCount]) -> String {
      self.counts(verb, kinds, isPreview)
    }
    var parts: [String] = []
    switch request {
    case .insert: parts.append(counts("insert", summary.inserted))
    case .upsert:
      if !summary.inserted.isEmpty { parts.append(counts("insert", summary.inserted)) }
      if !summary.updated.isEmpty || parts.isEmpty {
        parts.append(counts("update", summary.updated))
      }
    case .update:
      parts.append(counts("update", summary.updated))
      if !summary.inserted.isEmpty { parts.append(counts("insert", summary.inserted)) }
    case .delete: parts.append(deletion(summary, isPreview))
    }
    return parts.joined(separator: ", ") + overwritten(summary.overwritten) + notes(summary)
  }

  /// `2 inserted`, `3 inserted: 1 Budget, 2 Expense`
  package static func insertion(_ summary: ChangeSummary, isPreview: Bool = false) -> String {
    counts("insert", summary.inserted, isPreview) + notes(summary)
  }

  /// `3 restored: 1 Budget, 2 Expense`
  static func restoration(_ summary: ChangeSummary, isPreview: Bool = false) -> String {
    var kinds: [ChangeSummary.ModelCount] = []
    for kind in summary.inserted + summary.updated {
      if let place = kinds.firstIndex(where: { $0.kind == kind.kind }) {
        kinds[place].count += kind.count
      } else {
        kinds.append(kind)
      }
    }
    return counts("restore", kinds, isPreview) + notes(summary)
  }

  /// `2 inserted, 1 deleted, 3 updated`
  package static func counts(_ changes: [RecordChange]) -> String {
    let actions: [RecordChange.Action] = [.inserted, .deleted, .updated]
    return actions.compactMap { action -> String? in
      let records = Set(changes.filter { $0.action == action }.map(\.record))
      return records.isEmpty ? nil : "\(groupedDigits(records.count)) \(action.rawValue)"
    }.joined(separator: ", ")
  }

  /// `undone: delete Budget where …`
  static func reversal(_ verb: String, _ title: String) -> String {
    let lines = title.split(separator: "\n")
    return "\(verb): \(lines.first ?? "")\(lines.count > 1 ? " …" : "")"
  }

  /// The related records of an inserted or deleted record, by relationship: `tags: [Tag#1, Tag#2]`.
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

  private static func counts(
    _ verb: String,
    _ kinds: [ChangeSummary.ModelCount],
    _ isPreview: Bool
  ) -> String {
    let sum = total(verb, kinds, isPreview)
    return kinds.count > 1 ? sum + ": " + list(kinds) : sum
  }

  /// `3 deleted`, `delete 3 records`
  private static func total(
    _ verb: String,
    _ kinds: [ChangeSummary.ModelCount],
    _ isPreview: Bool
  ) -> String {
    let total = kinds.reduce(0) { $0 + $1.count }
    if isPreview { return "\(verb) \(counted(total, "record"))" }
    return "\(groupedDigits(total)) \(verb)\(verb.hasSuffix("e") ? "d" : "ed")"
  }

  private static func deletion(_ summary: ChangeSummary, _ isPreview: Bool) -> String {
    var text = total("delete", summary.deleted + summary.cascaded, isPreview)
    if !summary.cascaded.isEmpty || summary.deleted.count > 1 {
      text += ": " + list(summary.deleted)
      if !summary.cascaded.isEmpty { text += ", " + list(summary.cascaded) + " by cascade" }
    }
    if !summary.nullified.isEmpty { text += "; " + list(summary.nullified) + " unlinked" }
    if !summary.dangling.isEmpty { text += "; " + list(summary.dangling) + " left dangling" }
    return text
  }

  /// `1 Budget, 2 Expense`
  package static func list(_ kinds: [ChangeSummary.ModelCount]) -> String {
    kinds.map { "\(groupedDigits($0.count)) \($0.kind)" }.joined(separator: ", ")
  }

  private static func overwritten(_ values: [OverwrittenValue]) -> String {
    if values.isEmpty { return "" }
    let named = values.prefix(maxOverwritten).map {
      "\($0.record).\($0.property) was \(FailureWording.text($0.old))"
    }
    let rest = values.count - named.count
    return "; " + named.joined(separator: ", ")
      + (rest > 0 ? " and \(groupedDigits(rest)) more" : "")
  }

  private static func notes(_ summary: ChangeSummary) -> String {
    let loss =
      switch summary.undoLossReason {
      case nil: ""
      case .invalidValues: "; invalid values were replaced, so this cannot be undone"
      case .tooLarge, .tooMany, .modelsChanged, .migrated: "; too large to undo"
      }
    return skipped(summary.skippedCount) + loss
  }

  /// `; triggers of the database skipped 2 records`; empty for none.
  static func skipped(_ count: Int) -> String {
    count == 0 ? "" : "; triggers of the database skipped \(counted(count, "record"))"
  }
}
