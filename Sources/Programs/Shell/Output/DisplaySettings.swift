import Diagnostics
import Foundation
public import Platform
import Rendering
public import Session

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
  /// What stands for nil in modes for people; nil for each mode's usual text.
  public var nullText: String?
  /// Whether headings stand above the columns.
  public var hasHeadings = true
  /// How many rows of a long result are shown.
  public var maxRows = RowLimit.auto
  /// The columns of the terminal that tables may fill; nil for those that it has.
  public var tableWidth: Int?
  /// The most that single columns may fill, by their headings in lower case.
  public var columnLimits: [String: Int] = [:]
  /// What long answers are shown by.
  public var pager = PagerChoice.on
  /// Whether nothing may be reached but the stores that are open: no other files, no programs.
  public var isSafe = false

  /// The settings at first.
  public init() {}
}

extension FileRefusal {
  /// What is said where nothing may be reached but the stores that are open.
  ///
  /// - Parameter reason: What the shell does not do then.
  public static func safeMode(_ reason: String) -> FileRefusal {
    FileRefusal(
      message: "with `--safe` the shell \(reason)",
      help: "only the stores that were opened at the start can be reached"
    )
  }
}

/// How many rows of a long result modes for people show.
public enum RowLimit: Sendable, Hashable {
  /// Some on a terminal, all elsewhere.
  case auto
  case all
  case rows(Int)

  /// The number of rows; nil for all.
  func count(onTerminal isTerminal: Bool) -> Int? {
    switch self {
    case .auto: isTerminal ? RenderingContext.usualMaxRows : nil
    case .all: nil
    case .rows(let count): count
    }
  }
}

/// What answers longer than the screen are shown by, where a command asks for one.
public enum PagerChoice: Sendable, Hashable {
  /// What `PAGER` says, else `less`.
  case on
  case off
  case command(String)
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
