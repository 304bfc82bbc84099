import Model
import Session
import Syntax

/// A fact about a model or a member that can be described.
protocol StageFact {
  /// The description.
  var text: String { get }
}

/// A fact about a model or a member in a stage of a migration.
struct StageRemark<Fact: StageFact> {
  let entity: String
  /// The member; nil if the fact is about the model.
  let member: String?
  let fact: Fact

  /// `Budget.limit`
  var subject: String { member.map { "\(entity).\($0)" } ?? entity }
  /// `Budget.limit: 9 values would be lost`
  var sentence: String { "\(subject): \(fact.text)" }
}

enum MemberContent: String {
  case value
  case link
}

/// The old and the new type; equal if only an enum's cases change.
struct TypeChange {
  let before: ValueType
  let after: ValueType

  /// `Double → Int`
  var text: String {
    let (before, after) = ("\(before)", "\(after)")
    return before == after ? "other cases" : "\(before) → \(after)"
  }
}

/// An example of a value, and its record.
struct ValueExample {
  let value: Value
  let record: RecordID?

  /// `9.5 of Expense#1`
  var text: String { FailureWording.text(value) + (record.map { " of \($0)" } ?? "") }
}

/// A member of an old model.
struct OldMember {
  let entity: String
  let name: String

  /// ``Car.doors``
  var text: String { "`\(entity).\(name)`" }
  /// The member as written in a statement.
  var quoted: String { "\(quotedIfNeeded(entity)).\(quotedIfNeeded(name))" }
}
