import Foundation
import Model

/// The numbers of one column of a result, as a chart draws them.
struct ChartNumbers {
  /// A number for each row, for a moment or a duration its microseconds; nil where nothing is drawn. All are finite.
  private(set) var values: [Double?] = []
  /// The infinite numbers by their rows.
  private(set) var infinite: [Int: Double] = [:]
  /// How many values are nil.
  private(set) var missing = 0
  /// How many durations have calendar months, whose length is not certain.
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
  /// Where it lies along an axis: a number, the microseconds since 1970 or those of a duration; nil for anything else.
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
