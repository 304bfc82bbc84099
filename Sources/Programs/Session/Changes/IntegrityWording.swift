import Context
import Diagnostics
import Model
import Rendering

/// What a store holds and its schema does not allow, in words.
enum IntegrityWording {
  /// A line for each problem that is told, and one for the rest of its group.
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
      "the column `\(kind).\(bare(property))` does not hold a \(type) for each record"
    case .forbiddenValue(let record, let kind, let property):
      "\(place(record, kind, property)) holds what no attribute may hold: NaN, or a text with NUL"
    case .misfit(let record, let kind, let property, let type, let text):
      "\(place(record, kind, property)) is \(escapedForTerminal(text)), which is no \(type), and reads as nil"
    case .repairedText(let record, let kind, let property, let text):
      "\(place(record, kind, property)) is \(escapedForTerminal(text)), with bytes that are no UTF-8, each read as \u{FFFD}"
    case .noCase(let record, let kind, let property, let text):
      "\(place(record, kind, property)) holds \(quoted(text)), which is no case"
    case .unknownKind(let record, let text):
      "\(record) is of a model \(quoted(text)), which the schema does not have"
    case .strayValue(let record, let kind, let property, let owner):
      "\(name(record, kind)) has a value for `\(bare(property))`, which only \(owner) has"
    case .untried(let kind, let rule):
      "`check \(rule)` of \(kind) was not tried, as what it reads is damaged"
    case .wrongCount, .repeatedIdentity, .lostIdentity, .lostByIndex:
      identityMessage(problem)
    default:
      relationshipMessage(problem)
    }
  }

  private static func identityMessage(_ problem: IntegrityProblem) -> String {
    switch problem {
    case .wrongCount(let kind, let told, let found):
      "the store counts \(counted(told, "record")) of \(kind), and holds \(groupedDigits(found))"
    case .repeatedIdentity(let record, let kind):
      "\(name(record, kind)) is there twice"
    case .lostIdentity(let record, let kind):
      "\(name(record, kind)) is there, and not found by its id"
    case .lostByIndex(let record, let kind, let attributes):
      "\(name(record, kind)) is not found by its "
        + attributes.map { "`\(bare($0.description))`" }.joined(separator: ", ")
        + ": the index is damaged"
    default: ""
    }
  }

  private static func relationshipMessage(_ problem: IntegrityProblem) -> String {
    switch problem {
    case .dangling(let record, let kind, let relationship, let target):
      "\(place(record, kind, relationship)) leads to \(target), which is not there"
    case .leadsAstray(let record, let kind, let relationship):
      "\(place(record, kind, relationship)) leads to what is no record"
    case .wrongKind(let record, let kind, let relationship, let other, let otherKind, let wanted):
      "\(place(record, kind, relationship)) leads to \(name(other, otherKind)), which is no \(wanted)"
    case .oneSided(let record, let kind, let relationship, let other, let otherKind, let inverse):
      "\(place(record, kind, relationship)) leads to \(name(other, otherKind)), "
        + (UnnamedInverse.written(inverse) != nil
          ? "which does not lead back" : "whose `\(bare(inverse))` does not lead back")
    case .repeatedMember(let record, let kind, let relationship, let other, let otherKind):
      "\(place(record, kind, relationship)) leads to \(name(other, otherKind)) twice"
    case .samePlace(let record, let kind, let relationship, let other, let otherKind):
      "\(place(record, kind, relationship)) has \(name(other, otherKind)) and another record in one place"
    case .disordered(let record, let kind, let relationship):
      "\(place(record, kind, relationship)) is not in the order of its places"
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
