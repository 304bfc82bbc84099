import Foundation
import Model

/// The numbers of one column to chart.
struct ChartNumbers {
  /// A finite number for each row, in microseconds for dates and durations; nil if not shown.
  private(set) var values: [Double?] = []
  /// The infinite numbers by row.
  private(set) var infinite: [Int: Double] = [:]
  /// The number of nil values.
  private(set) var missing = 0
  /// The number of durations with months, whose length varies.
  private(set) var withMonths = 0

  mutating func add(_ value: Value) {
    if case .duration(let span) = value, span.months != 0 {
      withMonths += 1
      values.append(nil)
      return
    }
    let number = value.place
    if number == nil { missing += 1 }
    if let number, !number.isFinite {
      infinite[values.count] = number
      values.append(nil)
    } else {
      values.append(number)
    }
  }
}

extension Value {
  /// The position on an axis: a number, or the microseconds of a date or duration; otherwise nil.
  fileprivate var place: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number.isNaN ? nil : number
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    case .date(let moment): Double(moment.microseconds)
    case .duration(let span): Double(span.microseconds)
    default: nil
    }
  }
}
