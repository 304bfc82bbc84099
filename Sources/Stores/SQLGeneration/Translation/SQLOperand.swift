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
  /// The column that it is, where its numbers stand for texts.
  let labelled: LabelledColumn?

  /// An expression whose values are all of the form.
  init(_ form: SQLForm, _ value: SQLFragment) {
    self.form = form
    self.value = value
    (guarded, seconds, labelled) = (nil, nil, nil)
  }

  /// A column whose values are seconds.
  init(_ column: SecondsColumn) {
    form = .date(microsecondsPerUnit: 1)
    value = column.microseconds
    (guarded, seconds, labelled) = (nil, column, nil)
  }

  /// A column whose numbers stand for texts.
  init(_ column: LabelledColumn) {
    form = .text
    value = column.text
    (guarded, seconds, labelled) = (nil, nil, column)
  }

  /// A column that may hold values that do not fit.
  init(_ form: SQLForm, _ column: GuardedColumn) {
    self.form = form
    value = "CASE WHEN " + column.guardCondition + " THEN " + column.fitting + " END"
    (guarded, seconds, labelled) = (column, nil, nil)
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

/// A column with numbers that stand for texts.
struct LabelledColumn {
  /// The column.
  let column: SQLFragment
  /// The texts by their numbers.
  let labels: [Int64: String]

  /// The text; NULL where the number stands for none.
  var text: SQLFragment {
    let choices = labels.sorted { $0.key < $1.key }.map { number, label in
      (SQLFragment("\(number)"), SQLFragment.binding(.text(label)))
    }
    return .choice(by: column, of: choices)
  }

  /// The condition that the text is one of `texts`, by the bare column, which can use an index.
  func isOneOf(_ texts: [SQLValue]) -> SQLCondition {
    let wanted = Set(texts)
    let numbers = labels.filter { wanted.contains(.text($0.value)) }.map(\.key).sorted()
    if numbers.isEmpty { return .constant(false) }
    return SQLCondition(column + " IN (" + numbers.map { SQLFragment("\($0)") }.joined(", ") + ")")
  }
}

/// A side of an operator: a value that is known before the query runs, or one within SQL.
enum SQLSide {
  case constant(Value)
  case operand(SQLOperand)
}

/// Why an expression has no SQL: what SQLite cannot do exactly as the language has it.
struct Untranslatable: Error {}
