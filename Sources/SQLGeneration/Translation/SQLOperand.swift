import Model

/// A value within SQL.
struct SQLOperand {
  /// What its values stand for.
  let form: SQLForm
  /// The expression; NULL where there is no value.
  let value: SQLFragment
  /// The column that it is, where its values that are not of the form read as nil.
  let guarded: GuardedColumn?
  /// The column that it is, where its values are seconds that read as dates.
  let seconds: SecondsColumn?

  /// An expression whose values are all of the form.
  init(_ form: SQLForm, _ value: SQLFragment) {
    self.form = form
    self.value = value
    (guarded, seconds) = (nil, nil)
  }

  /// A column whose values are seconds.
  init(_ column: SecondsColumn) {
    form = .date(microsecondsPerUnit: 1)
    value = column.microseconds
    (guarded, seconds) = (nil, column)
  }

  /// A column that may hold values that do not fit.
  init(_ form: SQLForm, _ column: GuardedColumn) {
    self.form = form
    value = "CASE WHEN " + column.guardCondition + " THEN " + column.fitting + " END"
    (guarded, seconds) = (column, nil)
  }
}

/// A column that may hold values that do not fit its type.
///
/// A comparison with the bare column beside the guard can use an index; the guard alone cannot.
struct GuardedColumn {
  /// The column.
  let column: SQLFragment
  /// True where the column's value fits; never NULL.
  let guardCondition: SQLFragment
  /// The column's value where it fits.
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

/// A side of an operator: a value that is known before the query runs, or one within SQL.
enum SQLSide {
  case constant(Value)
  case operand(SQLOperand)
}

/// Why an expression has no SQL: what SQLite cannot do exactly as the language has it.
struct Untranslatable: Error {}
