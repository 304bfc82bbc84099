public import Diagnostics

/// The result of an `expect`.
public struct ExpectationResult: Sendable {
  /// What was expected, in one line: `count Budget == 3`.
  public let text: String
  /// The differences; nil if there are none.
  public let failure: Diagnostic?

  /// Whether everything is as expected.
  public var isMet: Bool { failure == nil }
}
