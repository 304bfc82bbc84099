package import Model

/// The SELECT of groups.
package struct SQLGroups: Sendable {
  package let sql: SQLFragment
  /// How the columns of the groups are computed from those of the statement, keys first.
  package let columns: [SQLGroupColumn]
}

/// How a column of groups is computed from columns of a statement.
package enum SQLGroupColumn: Sendable {
  /// It is one of them; without a codec it contains row numbers.
  case value(codec: ColumnCodec?, ValueType)
  /// A sum or an average.
  case total(SQLTotal, ValueType)

  /// The number of the statement's columns.
  package var partCount: Int {
    switch self {
    case .value: 1
    case .total(let total, _): total.partCount
    }
  }
}

/// A sum or an average that a server computes in parts. The exact result follows from them.
package struct SQLTotal: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The sum.
    case integers
    /// The sum, and the sum of the magnitudes. If all digits of the latter fit in a Decimal, no
    /// order of additions has to round.
    case decimals
    /// The sums of the whole numbers of 1, 2⁻⁶² and 2⁻¹²⁴ that the numbers consist of, and the
    /// number of those that do not consist of them.
    case doubles
  }

  package let kind: Kind
  /// Whether to divide the total by the number of values, the last part.
  package let isAverage: Bool

  /// The number of parts.
  package var partCount: Int {
    let count =
      switch kind {
      case .integers: 1
      case .decimals: 2
      case .doubles: 4
      }
    return count + (isAverage ? 1 : 0)
  }

  /// The kind of total for values of a form; nil for values that are not numbers.
  init?(_ form: SQLForm, isAverage: Bool) {
    switch form {
    case .integer: kind = .integers
    case .real: kind = .doubles
    case .server(.numeric): kind = .decimals
    default: return nil
    }
    self.isAverage = isAverage
  }

  /// The aggregates to select for an operand.
  func parts(_ operand: SQLOperand) -> [SQLFragment] {
    let value = operand.value
    var parts: [SQLFragment] =
      switch kind {
      // Sums of the server's 64-bit numbers have more bits.
      case .integers: ["sum((" + value + ")::int8)"]
      case .decimals: ["sum(" + value + ")", "sum(abs(" + value + "))"]
      case .doubles: Self.doubles(operand.guarded?.column ?? value)
      }
    if isAverage { parts.append("count(" + value + ")") }
    return parts
  }

  /// 2⁶²
  private static let unit = "4611686018427387904::float8"
  /// 2⁻⁷². The last bit of smaller numbers may be below 2⁻¹²⁴.
  private static let least = "2.117582368135751e-22::float8"

  /// Multiplying by a power of two and subtracting the whole part do not round.
  private static func doubles(_ value: SQLFragment) -> [SQLFragment] {
    let size = "abs(" + value + ")"
    func fraction(_ number: SQLFragment) -> SQLFragment {
      "((" + number + " - trunc(" + number + ")) * \(unit))"
    }
    func sum(_ part: SQLFragment) -> SQLFragment {
      "sum(CASE WHEN " + size + " < \(unit) THEN (" + part + ")::int8 END)"
    }
    let next = fraction(value)
    // NaN is greater than all numbers.
    let others =
      "count(CASE WHEN (" + size + " >= \(unit) OR " + size + " < \(least) AND " + value
      + " <> 0) AND " + value + " <> 'NaN' THEN 1 END)"
    return [sum("trunc(" + value + ")"), sum("trunc(" + next + ")"), sum(fraction(next)), others]
  }
}
