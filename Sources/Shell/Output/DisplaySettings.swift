import Diagnostics
import Foundation

/// How results and messages look.
public struct DisplaySettings: Sendable {
  /// The form of results.
  public var mode = OutputMode.table
  /// Whether the run time follows each statement's result.
  public var isTimed = false
  /// When text is coloured.
  public var color = ColorChoice.auto

  /// The settings at first.
  public init() {}
}
