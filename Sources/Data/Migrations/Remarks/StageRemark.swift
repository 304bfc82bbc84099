import Model
import Session
import Syntax

/// What can be said of a model, or of a member of it, in words.
protocol StageFact {
  /// The words.
  var text: String { get }
}

/// What becomes of a model, or of a member of it, in a stage of a migration.
struct StageRemark<Fact: StageFact> {
  /// The model.
  let entity: String
  /// The member; nil where it is about the model as a whole.
  let member: String?
  /// What becomes of it.
  let fact: Fact

  /// `Budget.limit`
  var subject: String { member.map { "\(entity).\($0)" } ?? entity }
  /// `Budget.limit: 9 values would be lost`
  var sentence: String { "\(subject): \(fact.text)" }
}

/// What records have of a member.
enum MemberContent: String {
  case value
  case link
}

/// The types of values before and after; equal where an enum gets other cases.
struct TypeChange {
  let before: ValueType
  let after: ValueType

  /// `Double → Int`
  var text: String {
    let (before, after) = ("\(before)", "\(after)")
    return before == after ? "other cases" : "\(before) → \(after)"
  }
}

/// A value that shows what is meant, and the record that has it.
struct ValueExample {
  let value: Value
  let record: RecordID?

  /// `9.5 of Expense#1`
  var text: String { FailureWording.text(value) + (record.map { " of \($0)" } ?? "") }
}

/// A member of a model before a stage.
struct OldMember {
  let entity: String
  let name: String

  /// ``Car.doors``
  var text: String { "`\(entity).\(name)`" }
  /// As a statement names it.
  var quoted: String { "\(quotedIfNeeded(entity)).\(quotedIfNeeded(name))" }
}

extension [OldMember] {
  /// ``Car.doors` and `Truck.doors``
  var text: String { map(\.text).joined(separator: " and ") }
}
