import Context
import Diagnostics
import Model
import Storage
import Syntax

/// Which of two changes a merge keeps.
public enum MergeChoice: String, CaseIterable, Sendable {
  /// That of the store that is changed.
  case this
  /// That of the other store.
  case other
  /// The one that was saved last.
  case newest
}

/// A conflict of a merge, in words.
public struct ConflictDescription: Sendable {
  /// What both stores have changed: `Budget#2.limit`.
  public let subject: String
  /// The value in the store that is changed; a long one is cut.
  public let here: String
  /// The value in the other store; a long one is cut.
  public let there: String
  /// When the value here was saved.
  public let timeHere: String
  /// When the value in the other store was saved.
  public let timeThere: String
  /// Which of the two was saved last.
  public let newest: MergeChoice
  /// The name of the other store.
  public let store: String
}

/// `merge … asking`
extension QuerySession {
  /// The person's decisions about all conflicts of a merge: whether the change here is kept; nil
  /// without `asking`.
  func decisions(
    _ statement: MergeStatement,
    _ other: OpenStore
  ) throws -> [MergeConflict.ID: Bool]? {
    guard let asking = statement.asking else { return nil }
    guard let advisor = openStores?.conflictAdvisor else {
      throw DiagnosticList([
        Diagnostic(
          "`asking` works only where a person types statements",
          at: asking,
          help: ["use `preferring newest`, `preferring this` or `preferring other` instead"]
        )
      ])
    }
    let preview = try modelContext.previewMerge(
      other.session.modelContext,
      .newest,
      settings.evaluationContext()
    )
    let conflicts = preview?.merge.conflicts ?? []
    if conflicts.isEmpty { return [:] }
    let answers = advisor(conflicts.map { MergeWording.description($0, other.name) })
    try cancellation.check()
    guard let answers, answers.count == conflicts.count else {
      throw DiagnosticList([Diagnostic("nothing was merged", at: asking)])
    }
    return Dictionary(
      zip(conflicts, answers).map { conflict, choice in
        let keepsThis =
          switch choice {
          case .this: true
          case .other: false
          case .newest: conflict.keepsThis
          }
        return (conflict.id, keepsThis)
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The error if a store changed between the questions and the merge.
  static func outdatedDecisions(_ statement: MergeStatement, _ other: OpenStore) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        "\(other.name) or this store changed while you were asked: nothing was merged",
        at: statement.asking ?? statement.store.span,
        help: ["`merge \(quotedIfNeeded(other.name)) asking` asks again"]
      )
    ])
  }
}

extension MergeWording {
  static func description(_ conflict: MergeConflict, _ store: String) -> ConflictDescription {
    let subject = conflict.record.description + (conflict.property.map { ".\($0)" } ?? "")
    let (here, there) = values(of: conflict)
    return ConflictDescription(
      subject: subject,
      here: here,
      there: there,
      timeHere: text(conflict.timeHere),
      timeThere: text(conflict.timeThere),
      newest: conflict.keepsThis ? .this : .other,
      store: store
    )
  }

  /// A time without fractions of seconds.
  private static func text(_ time: Timestamp) -> String {
    let second = Timestamp.microsecondsPerSecond
    return FailureWording.text(
      .date(Timestamp(microseconds: time.microseconds / second * second))
    )
  }

  private static func values(of conflict: MergeConflict) -> (String, String) {
    func text(_ value: Value, _ yes: String, _ no: String) -> String {
      value == .bool(true) ? yes : no
    }
    let (here, there) = (conflict.here, conflict.there)
    if conflict.property == nil {
      return (text(here, "changed", "deleted"), text(there, "changed", "deleted"))
    }
    guard let member = conflict.member else { return brief(here, there) }
    let words = ("with \(member)", "without \(member)")
    return (text(here, words.0, words.1), text(there, words.0, words.1))
  }
}
