public import Foundation

/// The content of a chart, independent of its source and of how it is drawn.
public struct Chart: Sendable {
  /// The kinds of charts.
  public enum Kind: String, Sendable, CaseIterable {
    /// A horizontal bar for each place.
    case bar
    /// A vertical bar for each place.
    case column
    /// Connected values.
    case line
    /// The number of values in each range, for a single series; the axis is only a row count.
    case histogram
    /// A dot for each value.
    case scatter
  }

  /// The places along the horizontal axis, one for each value of a series.
  public enum Axis: Sendable {
    /// Names, escaped for a terminal.
    case names([String])
    /// Finite numbers.
    case numbers([Double])
    /// Dates, in microseconds since 1970 UTC.
    case moments([Double])

    /// The number of places.
    public var count: Int {
      switch self {
      case .names(let names): names.count
      case .numbers(let places), .moments(let places): places.count
      }
    }
  }

  /// The values of one column.
  public struct Series: Sendable {
    /// The column's name, escaped for a terminal.
    public let name: String
    /// A finite number for each place of the axis; nil if there is none.
    public let values: [Double?]

    /// Creates a series.
    public init(name: String, values: [Double?]) {
      (self.name, self.values) = (name, values)
    }
  }

  /// The kind of chart.
  public let kind: Kind
  /// The title, escaped for a terminal.
  public let title: String
  /// The places along the horizontal axis.
  public let axis: Axis
  /// The name of the axis, escaped for a terminal; empty for row numbers.
  public let axisName: String
  /// The series; never empty.
  public let series: [Series]
  /// The number of ranges of a histogram; nil for a suitable one.
  public let bins: Int?
  /// Notes about values that are not shown, one a line.
  public let notes: [String]
  /// The time zone for dates.
  public let timeZone: TimeZone

  /// Creates a chart.
  public init(
    _ kind: Kind,
    title: String,
    axis: Axis,
    axisName: String,
    series: [Series],
    bins: Int? = nil,
    notes: [String] = [],
    timeZone: TimeZone = .gmt
  ) {
    (self.kind, self.title, self.axis, self.axisName) = (kind, title, axis, axisName)
    (self.series, self.bins, self.notes, self.timeZone) = (series, bins, notes, timeZone)
  }

  /// All numbers of all series.
  var numbers: [Double] { series.flatMap { $0.values.compactMap { $0 } } }

  /// The minimum and the maximum of all numbers; nil if there are none.
  var range: ClosedRange<Double>? { numbers.closedRange }
}

extension [Double] {
  /// From the minimum to the maximum; nil if empty.
  var closedRange: ClosedRange<Double>? {
    guard let first else { return nil }
    var (low, high) = (first, first)
    for number in self {
      low = Swift.min(low, number)
      high = Swift.max(high, number)
    }
    return low...high
  }
}
