import Diagnostics
import Model
import Session

/// A to-one relationship that is found by an attribute of the records that it leads to.
struct KeyMatch {
  let relationship: Relationship
  let destination: Entity
  let key: Attribute
  /// Whether a value that no record has leads nowhere.
  let allowsMissing: Bool
  /// Where it stands in the statement.
  let span: SourceSpan

  /// What is wrong with a value that no record has.
  func missingText(_ value: Value) -> String {
    "no \(destination.name) has the \(key.name) \(FailureWording.text(value))"
  }
}
