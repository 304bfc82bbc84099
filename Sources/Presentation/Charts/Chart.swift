public import Foundation

/// A picture of numbers: what is drawn, whatever it came from and wherever it goes.
public struct Chart: Sendable {
  /// The kinds of charts.
  public enum Kind: String, Sendable, CaseIterable {
    /// A bar to the right for each place.
    case bar
    /// A bar upwards for each place.
    case column
    /// Values over the axis, joined.
    case line
    /// How many values lie in each of some ranges; there is one series, and the axis counts nothing.
    case histogram
    /// A dot for each value over the axis.
    case scatter
    /// A row of small bars for each series.
    case spark
  }

  /// The places along the first axis, one for each value of a series.
  public enum Axis: Sendable {
    /// Names, safe for a terminal.
    case names([String])
    /// Numbers, all finite.
    case numbers([Double])
    /// Moments in microseconds since 1970 UTC.
    case moments([Double])

    /// The number of places.
    public var count: Int {
      switch self {
      case .names(let names): names.count
      case .numbers(let places), .moments(let places): places.count
      }
    }
  }

  /// Numbers that belong together.
  public struct Series: Sendable {
    /// What they are, safe for a terminal.
    public let name: String
    /// A number for each place of the axis; nil where there is none. All are finite.
    public let values: [Double?]
    /// The infinite numbers, by their places; the value there is nil.
    public let infinite: [Int: Double]

    /// Makes a series.
    public init(name: String, values: [Double?], infinite: [Int: Double] = [:]) {
      (self.name, self.values, self.infinite) = (name, values, infinite)
    }

    /// What stands at a place that has no finite number.
    func missingText(at place: Int, nilText: String) -> String {
      infinite[place].map { $0 < 0 ? "-inf" : "inf" } ?? nilText
    }
  }

  /// What is drawn.
  public let kind: Kind
  /// What stands above it, safe for a terminal.
  public let title: String
  /// The places along the first axis.
  public let axis: Axis
  /// What the places are, safe for a terminal; empty for the numbers of rows.
  public let axisName: String
  /// The numbers; never empty.
  public let series: [Series]
  /// Into how many ranges a histogram puts its numbers; nil for as many as suit them.
  public let bins: Int?
  /// What is to be said of what is not seen, a line each.
  public let notes: [String]
  /// The zone in which moments are told.
  public let timeZone: TimeZone

  /// Makes a chart.
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

  /// The least and the greatest of all numbers; nil where there is none.
  var range: ClosedRange<Double>? { numbers.closedRange }
}

extension [Double] {
  /// From the least to the greatest; nil for none.
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
