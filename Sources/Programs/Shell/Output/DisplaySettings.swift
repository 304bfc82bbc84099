import Diagnostics
import Foundation
public import Platform
import Rendering
public import Session

/// The settings for results and messages.
public struct DisplaySettings: Sendable {
  /// The output format.
  public var mode = OutputMode.table
  /// Whether the run time follows each statement's result.
  public var isTimed = false
  /// When to explain an empty result.
  public var hints = HintChoice.auto
  /// When to color text.
  public var color = ColorChoice.auto
  /// The text for nil in modes for people; nil for the mode's default.
  public var nullText: String?
  /// Whether to print column headings.
  public var hasHeadings = true
  /// The number of rows to show.
  public var maxRows = RowLimit.auto
  /// The width of tables; nil for the terminal's width.
  public var tableWidth: Int?
  /// The maximum widths of columns, by lowercase heading.
  public var columnLimits: [String: Int] = [:]
  /// The pager for long output.
  public var pager = PagerChoice.on
  /// Whether the interactive shell shows tips.
  public var showsTips = true
  /// Whether only the open stores can be used: no other files, no programs.
  public var isSafe = false

  /// Creates the default settings.
  public init() {}
}

extension FileRefusal {
  /// The error in safe mode.
  ///
  /// - Parameter reason: The action that safe mode prevents.
  public static func safeMode(_ reason: String) -> FileRefusal {
    FileRefusal(
      message: "with `--safe` the shell \(reason)",
      help: "only the stores opened at the start can be used"
    )
  }
}

/// The number of rows that modes for people show.
public enum RowLimit: Sendable, Hashable {
  /// As many as fit the screen, at most 40; all if output does not go to a terminal.
  case auto
  case all
  case rows(Int)

  /// The lines of a screen that a cut table needs for the statement, borders, headings, the footer
  /// and the prompt.
  private static let otherLines = 8

  /// The number of rows; nil for all.
  func count(onTerminal isTerminal: Bool) -> Int? {
    switch self {
    case .auto:
      isTerminal
        ? min(
          RenderingContext.defaultMaxRows,
          max(10, (Terminal.size?.rows ?? .max) - Self.otherLines)
        )
        : nil
    case .all: nil
    case .rows(let count): count
    }
  }
}

/// The pager for output longer than the screen.
public enum PagerChoice: Sendable, Hashable {
  /// The program in `PAGER`, or `less`.
  case on
  case off
  case command(String)
}

/// When to explain which condition eliminated every record.
public enum HintChoice: String, Sendable, CaseIterable {
  case on
  case off
  /// On a terminal, in modes for people.
  case auto
}

/// When to color text.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether text for `descriptor` is colored. Respects `NO_COLOR` and `TERM=dumb`.
  public func isColored(_ descriptor: FileDescriptor) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isTerminal(descriptor) && Terminal.isCapable
        && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
    }
  }
}
