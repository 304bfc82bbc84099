import Context
import Diagnostics
import Foundation
import Model
import Rendering
import Storage

/// The messages for merges.
enum MergeWording {
  private static let maxNotes = 10
  /// The width of a value in a message.
  private static let shownWidth = 60

  static func nothing(_ store: String) -> String { "nothing new in \(store)" }

  /// `3 saves of phone merged: 1 inserted, 2 updated; 1 conflict`
  static func message(
    _ summary: MergeSummary,
    _ store: String,
    isPreview: Bool = false
  ) -> String {
    guard summary.statementCount > 0 || !summary.changes.isEmpty else { return nothing(store) }
    let saves = counted(summary.statementCount, "save")
    let start = isPreview ? "merge \(saves) of \(store): " : "\(saves) of \(store) merged: "
    let changes = summary.changes.isEmpty ? "no changes" : counts(summary)
    let conflicts = summary.conflicts.count
    return start + changes + (conflicts == 0 ? "" : "; " + counted(conflicts, "conflict"))
  }

  /// `2 inserted, 1 updated, 1 renumbered`
  private static func counts(_ summary: MergeSummary) -> String {
    let (old, new) = (Set(summary.renumbered.map(\.old)), Set(summary.renumbered.map(\.new)))
    let others = summary.changes.filter {
      $0.action != .deleted || !old.contains($0.record)
    }.filter { $0.action != .inserted || !new.contains($0.record) }
    let counts = [ChangeWording.counts(others)].filter { !$0.isEmpty }
    return (counts + (old.isEmpty ? [] : ["\(groupedDigits(old.count)) renumbered"]))
      .joined(separator: ", ")
  }

  /// The conflicts.
  ///
  /// - Parameter isBrief: Whether long values are cut.
  static func notes(
    _ summary: MergeSummary,
    _ store: String,
    limit: Int = maxNotes,
    isDecided: Bool = true,
    isBrief: Bool = true
  ) -> [String] {
    var lines = summary.conflicts.prefix(limit).map { conflict in
      let kept = conflict.keepsThis ? ": kept this" : ": kept that of \(store)"
      return text(conflict, store, isBrief: isBrief) + (isDecided ? kept : "")
    }
    let rest = summary.conflicts.count - lines.count
    if rest > 0 { lines.append("and \(counted(rest, "more conflict"))") }
    return lines
  }

  /// The records with other numbers.
  static func numbers(_ summary: MergeSummary, limit: Int = maxNotes) -> [String] {
    let lines = summary.renumbered.prefix(limit).map { old, new in
      "\(old) is \(new) now: both stores gave its number"
    }
    let rest = summary.renumbered.count - lines.count
    return rest > 0 ? lines + ["… and \(groupedDigits(rest)) more"] : lines
  }

  /// `Budget#3.limit is 900.0 here and 950.0 in phone`
  static func text(_ conflict: MergeConflict, _ store: String, isBrief: Bool = true) -> String {
    guard let property = conflict.property else {
      return conflict.here == .bool(false)
        ? "\(conflict.record) was deleted here and changed in \(store)"
        : "\(conflict.record) was changed here and deleted in \(store)"
    }
    if let member = conflict.member {
      let there = "in \(store)"
      let (place, other) = conflict.here == .bool(true) ? ("here", there) : (there, "here")
      return "\(conflict.record).\(property) has \(member) \(place) and not \(other)"
    }
    let (here, there) =
      isBrief
      ? brief(conflict.here, conflict.there)
      : (FailureWording.text(conflict.here), FailureWording.text(conflict.there))
    return "\(conflict.record).\(property) is \(here) here and \(there) in \(store)"
  }

  /// Two values as literals. Long ones are cut, so that their difference is visible.
  static func brief(_ here: Value, _ there: Value) -> (String, String) {
    func cut(_ text: String) -> String { fitted(text, toWidth: shownWidth).text }
    let (here, there) = (FailureWording.text(here), FailureWording.text(there))
    if here == there || cut(here) != cut(there) { return (cut(here), cut(there)) }
    let common = zip(here, there).prefix { $0 == $1 }.count
    let start = max(0, common - shownWidth / 3)
    return (cut("…\(here.dropFirst(start))"), cut("…\(there.dropFirst(start))"))
  }
}

extension FailureWording {
  static func message(_ error: MergeError) -> String {
    switch error {
    case .pendingChanges: return "there are unsaved changes"
    case .sameStore: return "a store cannot be merged with itself"
    case .unrelated: return "the two stores have no save in common, so they are not copies"
    case .tooLate(let time):
      let start = time.map { ", which begins at \(text(.date($0)))" } ?? ""
      return "the last state that both stores had is no longer in the history\(start)"
    case .otherModels: return "the two stores have different models"
    case .conflicts(let conflicts, let total):
      return message(conflicts, total: total, in: "the other store")
    case .outdatedDecisions:
      return "one of the stores changed while you were asked: nothing was merged"
    }
  }

  /// The message for refused conflicts with a store.
  static func message(_ conflicts: [MergeConflict], total: Int, in store: String) -> String {
    let lines = conflicts.map { MergeWording.text($0, store) }
    let rest = total - conflicts.count
    return "both stores changed the same: " + lines.joined(separator: "; ")
      + (rest > 0 ? "; and \(groupedDigits(rest)) more" : "")
  }

  static func help(_ error: MergeError) -> [String] {
    switch error {
    case .pendingChanges: ["`save` or `rollback` first"]
    case .sameStore: ["`.open file as name` opens a copy; `.stores` lists the open stores"]
    case .unrelated: ["`copy all from name` copies records; `diff with name` compares stores"]
    case .tooLate: ["`diff with name` compares the stores; `.history keep` bounds a history"]
    case .otherModels:
      [
        "declare the models that one of them lacks there, too, as `.schema` shows them, or "
          + "`migrate` both to the same version"
      ]
    case .conflicts:
      [
        "add `preferring newest`, `this` or `other`; `preview merge` shows all conflicts, "
          + "`asking` asks about each"
      ]
    case .outdatedDecisions: ["`merge name asking` asks again"]
    }
  }
}
