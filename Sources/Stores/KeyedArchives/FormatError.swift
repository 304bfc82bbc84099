/// Why data cannot be read: it is damaged, not supported or too large.
package struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, to complete a sentence: `it ends too early`.
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  package var description: String { reason }

  package static let endsTooEarly = FormatError("it ends too early")
  static let isNoPropertyList = FormatError("it is not a binary property list")
  static let hasTooManyObjects = FormatError("it has too many objects")
  static let objectsOverlap = FormatError("its objects overlap")
}
