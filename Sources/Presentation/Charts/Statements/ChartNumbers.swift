import Foundation
import Model

/// The numbers of one column to chart.
struct ChartNumbers {
  /// A finite number for each row, in microseconds for dates; nil if not shown.
  private(set) var values: [Double?] = []
  /// The number of nil values.
  private(set) var missing = 0
  /// The number of infinite values.
  private(set) var infinite = 0

  mutating func add(_ value: Value) {
    let number = value.place
    if number == nil { missing += 1 }
    let isInfinite = number.map { !$0.isFinite } ?? false
    if isInfinite { infinite += 1 }
    values.append(isInfinite ? nil : number)
  }
}

extension Value {
  /// The position on an axis: a number, or the microseconds of a date; otherwise nil.
  fileprivate var place: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number.isNaN ? nil : number
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    case .date(let moment): Double(moment.microseconds)
    default: nil
    }
  }
}
