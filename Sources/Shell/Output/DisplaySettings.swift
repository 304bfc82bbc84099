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

/// When text is coloured.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether text for `descriptor` is coloured; `NO_COLOR` and `TERM=dumb` are honoured.
  public func isColored(_ descriptor: Int32) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isTerminal(descriptor) && Terminal.isCapable
        && (Terminal.environment("NO_COLOR") ?? "").isEmpty
    }
  }
}
