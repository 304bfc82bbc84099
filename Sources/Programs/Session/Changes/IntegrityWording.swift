import Context
import Diagnostics
import Model
import Rendering

/// The messages for violations of a schema.
enum IntegrityWording {
  /// A line for each listed problem, and one for the rest of the group.
  static func lines(_ group: IntegrityReport.Group) -> [String] {
    let rest = group.total - group.problems.count
    return group.problems.map(message)
      + (rest > 0 ? ["… \(groupedDigits(rest)) more of this kind"] : [])
  }

  /// `3 problems in 12 records of 2 models`
  static func summary(_ report: IntegrityReport) -> String {
    let found = report.isSound ? "no damage" : counted(report.total, "problem")
    return "\(found) in \(counted(report.recordCount, "record")) of "
      + counted(report.modelCount, "model")
  }

  static func message(_ problem: IntegrityProblem) -> String {
    switch problem {
    case .broken(let problem):
      ChangeProblemWording.message(problem)
    case .wrongColumn(let kind, let property, let type):
      "the column `\(kind).\(bare(property))` does not have a \(type) for each record"
    case .forbiddenValue(let record, let kind, let property):
      "\(place(record, kind, property)) contains NaN or a string with NUL"
    case .invalidValue(let record, let kind, let property, let type, let text):
      "\(place(record, kind, property)) is not a valid \(type) (\(escapedForTerminal(text))) and reads as nil"
    case .repairedText(let record, let kind, let property, let text):
      "\(place(record, kind, property)) contains invalid UTF-8, read as \u{FFFD}: \(escapedForTerminal(text))"
    case .noCase(let record, let kind, let property, let text):
      "\(place(record, kind, property)) contains \(quoted(text)), which is not a case"
    case .unknownKind(let record, let text):
      "\(record) has the unknown model \(quoted(text))"
    case .strayValue(let record, let kind, let property, let owner):
      "\(name(record, kind)) has a value for `\(bare(property))`, which only \(owner) has"
    case .skippedCheck(let kind, let rule):
      "`check \(rule)` of \(kind) was skipped, because it reads damaged values"
    case .unreadableHistory(let reason):
      reason
    case .wrongCount, .repeatedIdentity, .notFoundByIdentity, .notFoundByIndex:
      identityMessage(problem)
    default:
      relationshipMessage(problem)
    }
  }

  private static func identityMessage(_ problem: IntegrityProblem) -> String {
    switch problem {
    case .wrongCount(let kind, let reported, let found):
      "the store counts \(counted(reported, "record")) of \(kind), but contains \(groupedDigits(found))"
    case .repeatedIdentity(let record, let kind):
      "\(name(record, kind)) exists twice"
    case .notFoundByIdentity(let record, let kind):
      "\(name(record, kind)) exists, but cannot be found by its id"
    case .notFoundByIndex(let record, let kind, let attributes):
      "\(name(record, kind)) cannot be found by its "
        + attributes.map { "`\(bare($0.description))`" }.joined(separator: ", ")
        + ": the index is damaged"
    default: ""
    }
  }

  private static func relationshipMessage(_ problem: IntegrityProblem) -> String {
    switch problem {
    case .dangling(let record, let kind, let relationship, let target):
      "\(place(record, kind, relationship)) references \(target), which does not exist"
    case .invalidTarget(let record, let kind, let relationship):
      "\(place(record, kind, relationship)) references a missing record"
    case .wrongKind(let record, let kind, let relationship, let other, let otherKind, let wanted):
      "\(place(record, kind, relationship)) references \(name(other, otherKind)), which is not a \(wanted)"
    case .oneSided(let record, let kind, let relationship, let other, let otherKind, let inverse):
      "\(place(record, kind, relationship)) references \(name(other, otherKind)), "
        + (UnnamedInverse.written(inverse) != nil
          ? "which does not reference it back"
          : "whose `\(bare(inverse))` does not reference it back")
    case .repeatedMember(let record, let kind, let relationship, let other, let otherKind):
      "\(place(record, kind, relationship)) references \(name(other, otherKind)) twice"
    case .samePosition(let record, let kind, let relationship, let other, let otherKind):
      "\(place(record, kind, relationship)) has \(name(other, otherKind)) and another record at the same position"
    case .wrongOrder(let record, let kind, let relationship):
      "\(place(record, kind, relationship)) is not in the order of its positions"
    default: ""
    }
  }

  /// `Expense#3.budget`
  private static func place(_ record: RecordID, _ kind: String, _ property: String) -> String {
    "\(name(record, kind)).\(bare(property))"
  }

  private static func quoted(_ text: String) -> String { FailureWording.text(.string(text)) }

  private static func name(_ record: RecordID, _ kind: String) -> String {
    ChangeProblemWording.name(record, kind)
  }

  private static func bare(_ property: String) -> String { ChangeProblemWording.bare(property) }
}
