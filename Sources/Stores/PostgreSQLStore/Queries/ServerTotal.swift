import Columns
import Expressions
import Foundation
import Model
import SQLGeneration
import Storage

/// Puts the parts of a sum or an average together.
struct ServerTotal {
  private let total: SQLTotal
  private let type: ValueType

  init(_ total: SQLTotal, _ type: ValueType) { (self.total, self.type) = (total, type) }

  /// The totals of a result's rows, whose parts begin at a column. Throws
  /// ``Storage/UnsupportedPushdown`` if one is out of range or must be rounded on the way.
  func column(_ result: ServerResult, _ place: Int) throws -> Column {
    let values = try (0..<result.rowCount).map { row -> Value in
      var reduction = Reduction(total.isAverage ? .avg : .sum, type: type)
      let count =
        total.isAverage
        ? Int64(clamping: result.wide(row, place + total.partCount - 1) ?? 0) : 0
      switch total.kind {
      case .integers:
        reduction.add(total: result.wide(row, place) ?? 0, of: count)
      case .decimals:
        reduction.add(total: try decimal(result, row, place), of: count)
      case .doubles:
        guard result.wide(row, place + 3) == 0 else { throw UnsupportedPushdown() }
        reduction.add(total: double(result, row, place..<place + 3), of: count)
      case .usualDoubles:
        reduction.add(total: double(result, row, place..<place + 2), of: count)
      }
      do { return try reduction.result() } catch { throw UnsupportedPushdown() }
    }
    guard let column = Column(values, of: type) else { throw UnsupportedPushdown() }
    return column
  }

  private func decimal(_ result: ServerResult, _ row: Int, _ place: Int) throws -> Decimal {
    if result.isNull(row, place) || result.isNull(row, place + 1) { return 0 }
    let digits = result.withCell(row, place + 1) { $0.flatMap(ServerNumeric.digitCount) }
    let total = result.withCell(row, place) { $0.flatMap { ServerNumeric.decimal($0, .numeric) } }
    guard let digits, digits <= 38, let total else { throw UnsupportedPushdown() }
    return total
  }

  /// The sum of the numbers of 1, 2⁻⁶² and so on in some columns.
  private func double(_ result: ServerResult, _ row: Int, _ places: Range<Int>) -> ExactSum {
    var sum = ExactSum()
    for (part, place) in places.enumerated() {
      // Each has fewer than 53 bits, so it is exact as a Double.
      var rest = result.wide(row, place) ?? 0
      for digit in 0..<3 where rest != 0 {
        let low = digit == 2 ? rest : rest & 0xff_ffff_ffff
        sum.add(Double(sign: .plus, exponent: 40 * digit - 62 * part, significand: Double(low)))
        rest = (rest - low) >> 40
      }
    }
    return sum
  }
}
