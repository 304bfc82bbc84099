import Diagnostics
import Foundation

/// How results and messages look.
public struct DisplaySettings: Sendable {
  /// The form of results.
  public var mode = OutputMode.table
  /// Whether the run time follows each statement's result.
  public var isTimed = false
  /// When an empty result is explained.
  public var hints = HintChoice.auto
  /// When text is coloured.
  public var color = ColorChoice.auto

  /// The settings at first.
  public init() {}
}

/// When it is said which condition left nothing over.
public enum HintChoice: String, Sendable, CaseIterable {
  case on
  case off
  /// Where a person reads the answer on a terminal.
  case auto
}
