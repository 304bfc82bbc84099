public import Model

/// A dangling reference: a to-one relationship to a missing record.
public struct DanglingReference: Hashable, Sendable {
  /// The record with the reference.
  public let owner: RecordKey
  /// The missing record.
  public let target: RecordKey

  /// Creates a reference.
  public init(owner: RecordKey, target: RecordKey) {
    self.owner = owner
    self.target = target
  }
}
