public import Foundation

/// Where a result is printed, and what the reader wishes.
public struct RenderingContext: Sendable {
  /// The terminal's columns; nil for a pipe or a file, where nothing is cut or left out.
  public var width: Int?
  /// Whether the text goes to a terminal, which must not be changed by it.
  public var isTerminal: Bool
  /// Whether roles become terminal colours.
  public var usesColor: Bool
  /// Whether boxes and cut marks may leave ASCII.
  public var usesUnicode: Bool
  /// The zone in which dates are shown.
  public var timeZone: TimeZone
  /// What stands for nil.
  public var nullText = "nil"
  /// The rows of a longer result that are shown, half from its head and half from its tail; nil for
  /// all. At first ``usualMaxRows`` on a terminal, all elsewhere.
  public var maxRows: Int?
  /// The most columns of the terminal that a column of a table may fill, by the column's heading in
  /// lower case.
  public var columnLimits: [String: Int] = [:]
  /// Whether headings stand above the columns.
  public var hasHeadings = true
  /// How long the statement took, if the footer is to say so.
  public var elapsed: Duration?

  /// The rows of a long result that a terminal shows unless something else is wished.
  public static let usualMaxRows = 40

  /// Makes a context; nil as `width` means a pipe or a file.
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
    maxRows = width == nil ? nil : Self.usualMaxRows
  }

  /// The texts of single values in this context.
  public var values: ValueText { ValueText(timeZone: timeZone, nullText: nullText) }

  /// What marks a cut.
  package var ellipsis: String { usesUnicode ? "…" : "..." }
}
