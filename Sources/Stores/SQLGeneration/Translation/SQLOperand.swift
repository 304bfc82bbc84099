import Model

/// A value within SQL.
struct SQLOperand {
  /// How its values are represented.
  let form: SQLForm
  /// The expression; NULL for nil.
  let value: SQLFragment
  /// The column, if its invalid values read as nil.
  var guarded: GuardedColumn?
  /// The column, if it contains seconds that read as dates.
  var seconds: SecondsColumn?
  /// The column, if its numbers represent strings.
  var labeled: LabeledColumn?
  /// The digits of a Decimal, if they are limited.
  var digits: DecimalDigits?

  /// An expression whose values are all valid.
  init(_ form: SQLForm, _ value: SQLFragment) {
    self.form = form
    self.value = value
  }

  /// A column of seconds.
  init(_ column: SecondsColumn) {
    form = .date(microsecondsPerUnit: 1)
    value = column.microseconds
    seconds = column
  }

  /// A column whose numbers represent strings.
  init(_ column: LabeledColumn) {
    form = .text
    value = column.text
    labeled = column
  }

  /// A column that may contain invalid values.
  init(_ form: SQLForm, _ column: GuardedColumn) {
    self.form = form
    value = "CASE WHEN " + column.guardCondition + " THEN " + column.fitting + " END"
    guarded = column
  }
}

/// A column that may contain invalid values.
///
/// A comparison of the bare column next to the guard can use an index; the guard alone cannot.
struct GuardedColumn {
  let column: SQLFragment
  /// True if the column's value is valid; never NULL.
  let guardCondition: SQLFragment
  /// The column's value if it is valid.
  let fitting: SQLFragment

  init(
    _ column: SQLFragment,
    guardCondition: SQLFragment,
    fitting: SQLFragment? = nil
  ) {
    self.column = column
    self.guardCondition = guardCondition
    self.fitting = fitting ?? column
  }
}

/// A column of numbers that represent strings.
struct LabeledColumn {
  let column: SQLFragment
  /// The strings by number.
  let labels: [Int64: String]

  /// The string; NULL if the number represents none.
  var text: SQLFragment {
    let choices = labels.sorted { $0.key < $1.key }.map { number, label in
      (SQLFragment("\(number)"), SQLFragment.binding(.text(label)))
    }
    return .choice(by: column, of: choices)
  }

  /// The condition that the string is one of `texts`. It uses the bare column, which may have an
  /// index.
  func isOneOf(_ texts: [SQLValue]) -> SQLCondition {
    let wanted = Set(texts)
    let numbers = labels.filter { wanted.contains(.text($0.value)) }.map(\.key).sorted()
    if numbers.isEmpty { return .constant(false) }
    return SQLCondition(column + " IN (" + numbers.map { SQLFragment("\($0)") }.joined(", ") + ")")
  }
}

/// An operand: a value known before the query runs, or one within SQL.
enum SQLSide {
  case constant(Value)
  case operand(SQLOperand)
}

/// Thrown for expressions that the database cannot evaluate exactly as the language does.
struct Untranslatable: Error {}
