/// Why bytes could not be read: they are damaged, or larger than what is allowed.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as the end of a sentence: `it ends too early`.
  public let reason: String

  /// Makes an error.
  public init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }

  static let endsTooEarly = ArchiveError("it ends too early")
  static let isNoPropertyList = ArchiveError("it is no binary property list")
  static let hasTooManyObjects = ArchiveError("it has more objects than are read")
  static let holdsMoreThanItsBytes = ArchiveError("its objects hold more than its bytes can")
}
