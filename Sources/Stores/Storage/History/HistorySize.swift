/// How much a store keeps of its history.
public struct HistorySize: Hashable, Sendable {
  /// The bytes of the saved changes, without those of indexes and free pages.
  public let bytes: Int64
  /// Whether ``bytes`` was counted; large histories are estimated from their newest changes.
  public let isExact: Bool

  /// Creates a size.
  public init(bytes: Int64, isExact: Bool) {
    (self.bytes, self.isExact) = (bytes, isExact)
  }
}
