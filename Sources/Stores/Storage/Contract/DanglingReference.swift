public import Model

/// A reference that leads nowhere though it was set.
public struct DanglingReference: Hashable, Sendable {
  /// The record that leads there.
  public let owner: RecordKey
  /// The record that is not there.
  public let target: RecordKey

  /// Makes a reference.
  public init(owner: RecordKey, target: RecordKey) {
    self.owner = owner
    self.target = target
  }
}
