import Diagnostics
import Model
import Session

/// A to-one relationship found by an attribute of the target.
struct KeyMatch {
  let relationship: Relationship
  let destination: Entity
  let key: Attribute
  /// Whether unknown keys become nil.
  let allowsMissing: Bool
  /// The target in the statement.
  let span: SourceSpan

  /// The message for an unknown key.
  func missingText(_ value: Value) -> String {
    "no \(destination.name) has the \(key.name) \(FailureWording.text(value))"
  }
}
