import Model
import SQLGeneration

extension DateCodec {
  /// The microseconds since 1970 in a cell; nil if it is not a date.
  func microseconds(_ cell: SQLiteCell) -> Int64? {
    switch self {
    case .microseconds: cell.integer
    case .milliseconds: cell.integer.flatMap { Self.scaled($0, by: 1000) }
    case .seconds(let epoch): Self.seconds(cell, since: epoch)
    case .text: cell.text.flatMap(SQLiteDateText.microseconds)
    case .any: Self.anyKind(cell)
    }
  }

  /// The last second of the year 9999, since 1970, and its Julian day; greater numbers have other
  /// units.
  private static let lastSecond: Int64 = 253_402_300_799
  private static let lastJulianDay = 5_373_484.5

  private static func anyKind(_ cell: SQLiteCell) -> Int64? {
    if let whole = cell.integer {
      if whole.magnitude <= lastSecond.magnitude { return seconds(cell, since: 0) }
      return whole.magnitude / 1000 <= lastSecond.magnitude ? scaled(whole, by: 1000) : whole
    }
    guard let number = cell.double else { return cell.text.flatMap(SQLiteDateText.microseconds) }
    return abs(number) <= lastJulianDay ? julianDays(number) : seconds(cell, since: 0)
  }

  private static func scaled(_ number: Int64, by factor: Int64) -> Int64? {
    let product = number.multipliedReportingOverflow(by: factor)
    return product.overflow ? nil : product.partialValue
  }

  private static func seconds(_ cell: SQLiteCell, since epoch: Int64) -> Int64? {
    if let whole = cell.integer {
      let sum = whole.addingReportingOverflow(epoch)
      return sum.overflow ? nil : scaled(sum.partialValue, by: Timestamp.microsecondsPerSecond)
    }
    guard let seconds = cell.double, let base = scaled(epoch, by: Timestamp.microsecondsPerSecond)
    else { return nil }
    guard let micros = Int64(exactly: (seconds * 1e6).rounded()) else { return nil }
    let sum = micros.addingReportingOverflow(base)
    return sum.overflow ? nil : sum.partialValue
  }

  /// Converts days since noon of 24 November 4714 BC.
  private static func julianDays(_ days: Double) -> Int64? {
    Int64(exactly: ((days - 2_440_587.5) * 86_400_000).rounded()).flatMap { scaled($0, by: 1000) }
  }
}
