package import Model

/// The SELECT of groups.
package struct SQLGroups: Sendable {
  package let sql: SQLFragment
  /// How the columns of the groups are computed from those of the statement, keys first.
  package let columns: [SQLGroupColumn]
  /// The last columns of the statement: whether a field has a value that reads as nil though it is
  /// not NULL.
  package let checked: [Field]
  /// The places of columns of calculated Doubles, where servers do not tell the zeros apart.
  package let calculated: Set<Int>

  /// Whether some total is computed quickly (``SQLTotal/Kind/usualDoubles``).
  package var hasQuickTotals: Bool {
    columns.contains { column in
      if case .total(let total, _) = column { total.kind == .usualDoubles } else { false }
    }
  }

  /// A field of an entity.
  package struct Field: Hashable, Sendable {
    package let entity: String
    package let path: AttributePath
  }
}

/// How a column of groups is computed from columns of a statement.
package enum SQLGroupColumn: Sendable {
  /// It is one of them; without a codec it contains row numbers.
  case value(codec: ColumnCodec?, ValueType)
  /// A sum or an average.
  case total(SQLTotal, ValueType)
  /// Records, by the columns of their key.
  case record(entity: String, keyCount: Int)

  /// The number of the statement's columns.
  package var partCount: Int {
    switch self {
    case .value: 1
    case .total(let total, _): total.partCount
    case .record(_, let count): count
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
    /// The sums of the whole numbers of 1 and 2⁻⁶² that the numbers consist of, and the number of
    /// values. The server fails for NaN and numbers from 2⁶³. It also fails for those below 2⁻¹⁰:
    /// their last bits would be missing.
    case usualDoubles
  }

  package let kind: Kind
  /// Whether to divide the total by the number of values, the last part.
  package let isAverage: Bool

  /// The number of parts.
  package var partCount: Int {
    let count =
      switch kind {
      case .integers: 1
      case .decimals, .usualDoubles: 2
      case .doubles: 4
      }
    return count + (countsValues ? 1 : 0)
  }

  /// Whether the last part is the number of values.
  private var countsValues: Bool { isAverage || kind == .usualDoubles }

  /// The kind of total for values of a form; nil for values that are not numbers.
  ///
  /// - Parameter isQuick: Whether the server may fail for unusual values.
  init?(_ form: SQLForm, isAverage: Bool, isQuick: Bool = false) {
    switch form {
    case .integer: kind = .integers
    case .real: kind = isQuick ? .usualDoubles : .doubles
    case .server(.numeric): kind = .decimals
    default: return nil
    }
    self.isAverage = isAverage
  }

  /// The aggregates to select for an operand.
  func parts(_ operand: SQLOperand) -> [SQLFragment] {
    let value = kind == .usualDoubles ? operand.guarded?.column ?? operand.value : operand.value
    var parts: [SQLFragment] =
      switch kind {
      // Sums of the server's 64-bit numbers have more bits.
      case .integers: ["sum((" + value + ")::int8)"]
      case .decimals: ["sum(" + value + ")", "sum(abs(" + value + "))"]
      case .doubles: Self.doubles(operand.guarded?.column ?? value)
      case .usualDoubles: Self.usualDoubles(value)
      }
    if countsValues {
      parts.append("count(" + (kind == .usualDoubles ? Self.checked(value) : value) + ")")
    }
    return parts
  }

  /// A total as one value.
  struct Whole {
    let form: SQLForm
    let sql: SQLFragment
    /// The condition that the value is unknown; nil if it is always known.
    let isUnknown: SQLFragment?

    /// The value, or an error of the server if it is unknown.
    var orError: SQLFragment {
      guard let isUnknown else { return sql }
      if form == .integer { return ("(" + sql + ")::int8").failing }
      let type = form == .real ? "float8" : "numeric"
      let error = "exp(1000.0::float8 * (1 + count(*)))::\(type)"
      return ("CASE WHEN " + isUnknown + " THEN \(error) ELSE " + sql + " END").failing
    }
  }

  /// The sum or the average as one value.
  ///
  /// For Doubles, the parts are put together as a whole number of 2⁻⁶² or 2⁻¹²⁴. The value is
  /// rounded once.
  func value(of parts: [SQLFragment]) -> Whole {
    let (form, sql): (SQLForm, SQLFragment) =
      switch (kind, isAverage) {
      case (.integers, false): (.integer, "coalesce(" + parts[0] + ", 0)")
      case (.integers, true): (.real, "(" + quotient(parts[0], parts) + ")::float8")
      case (.decimals, false):
        (.server(.numeric(isBounded: true)), "coalesce(" + parts[0] + ", 0)")
      case (.decimals, true):
        (.server(.numeric(isBounded: true)), Self.decimal(quotient(parts[0], parts)))
      case (_, false): (.real, "((" + units(parts) + ")::float8 * \(unit)::float8)")
      case (_, true): (.real, "(" + quotient(units(parts), parts) + ")::float8")
      }
    return Whole(form: form, sql: sql, isUnknown: isUnknown(parts))
  }

  /// A total divided by the number of values, with enough digits to decide how it is rounded.
  private func quotient(_ total: SQLFragment, _ parts: [SQLFragment]) -> SQLFragment {
    let count = "nullif(" + parts[parts.count - 1] + ", 0)"
    let rounded = "round(" + total + ", \(Self.digits))"
    return unitsPerOne == "1"
      ? rounded + " / " + count : rounded + " / (" + count + " * \(unitsPerOne)::numeric)"
  }

  /// A number rounded to the digits of a Decimal, half away from zero.
  private static func decimal(_ number: SQLFragment) -> SQLFragment {
    let value = "(" + number + ")"
    let text = "abs(" + value + ")::text"
    let places =
      "CASE WHEN abs(" + value + ") < 1 THEN 36 + length(" + text + ") - length(ltrim(" + text
      + ", '0.')) ELSE 39 - strpos(" + text + ", '.') END"
    return "round(" + value + ", " + places + ")"
  }

  /// The sum of Doubles as a whole number of the smallest unit.
  private func units(_ parts: [SQLFragment]) -> SQLFragment {
    func number(_ place: Int) -> SQLFragment { "coalesce(" + parts[place] + ", 0)" }
    let first = number(0) + " * \(unitsPerOne) + " + number(1)
    return kind == .doubles ? first + " * 4611686018427387904 + " + number(2) : first
  }

  /// 2⁻⁶² or 2⁻¹²⁴
  private var unit: Double {
    Double(sign: .plus, exponent: kind == .doubles ? -124 : -62, significand: 1)
  }

  /// 2⁶² or 2¹²⁴, the number of the smallest units in 1.
  private var unitsPerOne: String {
    switch kind {
    case .integers, .decimals: "1"
    case .usualDoubles: "4611686018427387904"
    case .doubles: "21267647932558653966460912964485513216"
    }
  }

  /// A number halfway between two Doubles has fewer decimal places if it is at least 2⁻¹⁸⁷, the
  /// least average of 2⁶³ Doubles. So has one halfway between two Decimals if their sum has at most
  /// 100 places.
  private static let digits = 250

  /// The condition that the engine has to compute the total, or finds that it is out of range; nil
  /// if there is no such total.
  func isUnknown(_ parts: [SQLFragment]) -> SQLFragment? {
    switch kind {
    case .integers: isAverage ? nil : "abs(" + parts[0] + ") > 9223372036854775807"
    case .decimals: "NOT " + ServerType.fitsDecimal(parts[1])
    case .usualDoubles: nil
    case .doubles: parts[3] + " > 0"
    }
  }

  /// 2⁶²
  private static let unit = "4611686018427387904::float8"
  /// 2⁻⁷². The last bit of smaller numbers may be below 2⁻¹²⁴.
  private static let least = "2.117582368135751e-22::float8"

  /// Casts to whole numbers round, as `round` does.
  private static func usualDoubles(_ value: SQLFragment) -> [SQLFragment] {
    let fraction = value + " - round(" + value + ")"
    return ["sum((" + value + ")::int8)", ("sum(((" + fraction + ") * \(unit))::int8)").failing]
  }

  /// 1 for a number without smaller bits, NULL for NULL; fails for the others. Most of them need
  /// one comparison.
  private static func checked(_ value: SQLFragment) -> SQLFragment {
    let least = "0.0009765625::float8"
    return "CASE WHEN " + value + " >= \(least) OR " + value + " <= -\(least) THEN 1 ELSE 1 / ("
      + value + " = 0)::int END"
  }

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
