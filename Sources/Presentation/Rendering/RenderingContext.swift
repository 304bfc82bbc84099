public import Foundation
public import Storage

/// The settings for printing a result.
public struct RenderingContext: Sendable {
  /// The width of the terminal; nil for a pipe or a file, where nothing is cut or omitted.
  public var width: Int?
  /// Whether the output is a terminal, so that control characters must be escaped.
  public var isTerminal: Bool
  /// Whether to use terminal colors.
  public var usesColor: Bool
  /// Whether borders and ellipses can be non-ASCII.
  public var usesUnicode: Bool
  /// The time zone for dates.
  public var timeZone: TimeZone
  /// The text for nil.
  public var nullText = "nil"
  /// The maximum number of rows, half from the start and half from the end of the result; nil for
  /// all. The default is ``defaultMaxRows`` on a terminal, otherwise nil.
  public var maxRows: Int?
  /// The maximum widths of table columns, by lower-case heading.
  public var columnLimits: [String: Int] = [:]
  /// Whether to print column headings.
  public var hasHeadings = true
  /// The run time to show in the footer, if any.
  public var elapsed: Duration?
  /// Stops the printing of many rows, and receives its progress.
  public var cancellation = CancellationFlag()

  /// The default of ``maxRows`` on a terminal.
  public static let defaultMaxRows = 40

  /// Creates a context; `width` is nil for a pipe or a file.
  public init(
    width: Int? = nil,
    usesColor: Bool = false,
    usesUnicode: Bool = true,
    timeZone: TimeZone = .gmt
  ) {
    self.width = width
    isTerminal = width != nil
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.timeZone = timeZone
    maxRows = width == nil ? nil : Self.defaultMaxRows
  }

  /// Formats single values.
  public var values: ValueText { ValueText(timeZone: timeZone, nullText: nullText) }

  /// The mark of cut text.
  package var ellipsis: String { usesUnicode ? "…" : "..." }
}
