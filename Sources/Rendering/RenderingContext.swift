public import Foundation

/// Where a result is printed, and what the reader wishes.
public struct RenderingContext: Sendable {
  /// The terminal's columns; nil for a pipe or a file, where nothing is cut or left out.
  public var width: Int?
  /// Whether roles become terminal colours.
  public var usesColor: Bool
  /// Whether boxes and cut marks may leave ASCII.
  public var usesUnicode: Bool
  /// The zone in which dates are shown.
  public var timeZone: TimeZone
  /// What stands for nil.
  public var nullText = "nil"
  /// The rows of a longer result that a terminal shows, half from its head and half from its tail;
  /// nil for all.
  public var maxRows: Int? = 40
  /// How long the statement took, if the footer is to say so.
  public var elapsed: Duration?

  /// Makes a context; nil as `width` means a pipe or a file.
  public init(
    width: Int? = nil,
    usesColor: Bool = false,
    usesUnicode: Bool = true,
    timeZone: TimeZone = .gmt
  ) {
    self.width = width
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.timeZone = timeZone
  }

  /// The texts of single values in this context.
  public var values: ValueText { ValueText(timeZone: timeZone, nullText: nullText) }

  /// What marks a cut.
  var ellipsis: String { usesUnicode ? "…" : "..." }
}
