/// Why a file holds no model that can be read.
public struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as the end of a sentence: `it is no XML`.
  public let reason: String

  /// Makes an error.
  public init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
