package import Context
import Diagnostics
import Model
import Rendering
import Storage

/// The messages for rejected changes.
package enum ChangeProblemWording {
  /// A diagnostic for each problem; those without a place are at `span`.
  static func findings(_ failure: ChangeFailure, at span: SourceSpan?) -> [Diagnostic] {
    var findings = failure.problems.map { problem in
      let record = problem.record.flatMap { failure.newRecords[$0] }
      let place = self.span(of: problem) ?? innermost(record, span)
      return Diagnostic(
        .error,
        message(problem, isNew: record != nil),
        at: place.map { .init($0) },
        help: help(problem)
      )
    }
    let rest = failure.total - failure.problems.count
    if rest > 0, let last = findings.popLast() {
      findings.append(
        Diagnostic(
          last.severity,
          last.message,
          at: last.primary,
          help: last.help + [
            "\(counted(rest, "more problem")) in this statement"
          ]
        )
      )
    }
    return findings
  }

  /// The inner one of two nested spans.
  private static func innermost(_ record: SourceSpan?, _ span: SourceSpan?) -> SourceSpan? {
    guard let record, let span else { return record ?? span }
    let isWithin = record.lowerBound <= span.lowerBound && span.upperBound <= record.upperBound
    return isWithin ? span : record
  }

  /// - Parameter isNew: Whether the record is new, so that its number is not known yet.
  package static func message(_ problem: ChangeProblem, isNew: Bool = false) -> String {
    func name(_ record: RecordID, _ kind: String) -> String {
      isNew ? "the new \(kind)" : Self.name(record, kind)
    }
    return switch problem {
    case .missingValue(let record, let kind, let property):
      "\(name(record, kind)) needs a value for `\(bare(property))`"
    case .taken(_, let kind, let attributes, let values, let holder, let ignored):
      unique(kind, attributes, values) + "is taken by \(holder)" + Self.ignoring(ignored)
    case .repeated(let record, let kind, let attributes, let values, let first, let ignored):
      unique(kind, attributes, values)
        + (isNew ? "is given twice in this statement" : "is used by both \(first) and \(record)")
        + Self.ignoring(ignored)
    case .broken(let record, let kind, let rule, let message):
      "\(name(record, kind)) breaks `check \(rule)`" + (message.map { ": \($0)" } ?? "")
    case .unchecked(let record, let kind, let rule, let error):
      "`check \(rule)` fails for \(name(record, kind)): \(FailureWording.message(error))"
    case .outOfBounds(let record, let kind, let relationship, let count, let bounds):
      "\(name(record, kind)) has \(counted(count, "record")) in `\(bare(relationship))`, but "
        + "\(FailureWording.text(bounds)) are allowed"
    case .denied(let record, let kind, let relationship, let blockers, let total):
      "\(name(record, kind)) cannot be deleted: \(list(blockers, total)) still "
        + "\(total == 1 ? "references" : "reference") it (`\(bare(relationship))`, delete rule deny)"
    case .wrongCount(let kind, let found, _):
      "exactly one \(kind) is required, but \(found == 0 ? "there is none" : "the query finds \(found)")"
    case .noSuchRecord(let kind, let id, _):
      "no \(kind) has the id \(id)"
    case .severalOwners(_, let found, _):
      "new records can only be added to a single record, but the statement finds \(found)"
    case .identityChanged(let record, let property):
      "`\(bare(property))` identifies \(record) and cannot be changed"
    case .ambiguousKey(let records, _):
      "the keys belong to different records: "
        + records.map(\.description).joined(separator: " and ")
    case .otherKind(let record, let kind, let wanted, _):
      "the key belongs to \(record), which is a \(kind) and not a \(wanted)"
    case .conflict(let record, let property, let was, let theirs, let ours):
      conflict(record, property, was, theirs, ours)
    case .deletedMeanwhile(let record, let ours):
      "\(record) was deleted by somebody else" + changed(ours)
    case .targetDeletedMeanwhile(let record, let owner, let relationship):
      "\(record) was deleted by somebody else"
        + (relationship.hasPrefix("@")
          ? ", but \(owner) references it here"
          : ", but \(owner).\(bare(relationship)) references it here")
    case .reordered(let record, let relationship, let theirs, let ours):
      "\(record).\(bare(relationship)) is \(order(ours)) here, but somebody else changed it to "
        + order(theirs)
    case .touched(let record, let property, let left, let now):
      property.isEmpty
        ? "\(record) exists again"
        : "\(record).\(bare(property)) was \(text(left)) after the change, but is \(text(now)) now"
    }
  }

  /// `, ignoring case`; nothing for an exact key.
  static func ignoring(_ match: StringMatch?) -> String {
    guard let match else { return "" }
    let what = (match.ignoresCase ? ["case"] : []) + (match.ignoresDiacritics ? ["accents"] : [])
    return ", ignoring " + what.joined(separator: " and ")
  }

  private static func help(_ problem: ChangeProblem) -> [String] {
    switch problem {
    case .conflict, .deletedMeanwhile, .targetDeletedMeanwhile, .reordered:
      ["`rollback` discards the pending changes"]
    case .denied(_, _, _, _, _): ["delete the referencing records first, or in the same statement"]
    default: []
    }
  }

  private static func span(of problem: ChangeProblem) -> SourceSpan? {
    switch problem {
    case .wrongCount(_, _, let span), .noSuchRecord(_, _, let span), .severalOwners(_, _, let span),
      .ambiguousKey(_, let span), .otherKind(_, _, _, let span):
      span
    default: nil
    }
  }

  /// `Budget.name is unique, and "Rent" `
  private static func unique(
    _ kind: String,
    _ attributes: [AttributePath],
    _ values: [Value]
  ) -> String {
    guard attributes.count > 1 else {
      let attribute = attributes.first.map { bare($0.description) } ?? ""
      return "\(kind).\(attribute) is unique, and \(values.map(text).joined()) "
    }
    let names = attributes.map { bare($0.description) }.joined(separator: ", ")
    return "(\(names)) of \(kind) is unique, and (\(values.map(text).joined(separator: ", "))) "
  }

  private static func conflict(
    _ record: RecordID,
    _ property: String,
    _ was: Value,
    _ theirs: Value,
    _ ours: Value?
  ) -> String {
    let name = bare(property)
    let change = "from \(text(was)) to \(text(theirs))"
    return switch ours {
    case nil: "\(record) is deleted here, but somebody else changed its \(name) \(change)"
    case was?:
      "somebody else changed \(record).\(name) \(change), and other values of it are changed here"
    case let ours?:
      "\(record).\(name) is \(text(ours)) here, but somebody else changed it \(change)"
    }
  }

  /// The changes of a record here.
  private static func changed(_ values: [RecordChange.ValueChange]) -> String {
    if values.isEmpty { return "" }
    let named = values.prefix(3).map { "`\(bare($0.property.description))` to \(text($0.new))" }
    let rest = values.count - named.count
    return ", but it is changed here: " + named.joined(separator: ", ")
      + (rest > 0 ? " and \(groupedDigits(rest)) more" : "")
  }

  private static func order(_ records: [RecordID]) -> String {
    "[" + list(Array(records.prefix(5)), records.count) + "]"
  }

  private static func list(_ blockers: [RecordID], _ total: Int) -> String {
    let named = blockers.map(\.description).joined(separator: ", ")
    return total > blockers.count
      ? named + " and \(groupedDigits(total - blockers.count)) more" : named
  }

  private static func text(_ value: Value) -> String { FailureWording.text(value) }

  /// A record with the name of its model instead of the root's.
  static func name(_ record: RecordID, _ kind: String) -> String {
    RecordID(entity: kind, key: record.key).description
  }

  /// A member's name without that of its model.
  static func bare(_ property: String) -> String {
    property.split(separator: ".").last.map(String.init) ?? property
  }
}
