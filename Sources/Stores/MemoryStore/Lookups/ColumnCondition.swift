import Columns
import Expressions
import Model

/// A condition on one stored column: equal to one of some values, or within a range.
struct ColumnCondition {
  enum Test {
    case equal([Value])
    /// The bounds; nil for none.
    case between(Bound?, Bound?)
  }

  struct Bound {
    let value: Value
    let isIncluded: Bool
  }

  let path: AttributePath
  let test: Test

  /// Interprets a condition on the fetched record at `moment`; nil if it has another form.
  init?(_ condition: TypedExpression, _ moment: EvaluationContext) {
    func constant(_ expression: TypedExpression) -> Value? {
      guard expression.isConstant else { return nil }
      let evaluator = ScalarEvaluator(source: NoRecords(), context: moment)
      // Nil equals nil, but is not among the sorted values.
      return (try? evaluator.evaluate(expression, scopes: [])).flatMap { $0.isNull ? nil : $0 }
    }
    switch condition.kind {
    case .comparison(let operation, let left, let right):
      let isMirrored = left.isConstant
      let (column, other) = isMirrored ? (right, left) : (left, right)
      guard let path = column.pathOfFetchedRecord, let value = constant(other),
        let test = Self.test(isMirrored ? operation.mirrored : operation, value)
      else { return nil }
      (self.path, self.test) = (path, test)
    case .membership(let column, let elements):
      let values = elements.compactMap(constant)
      guard let path = column.pathOfFetchedRecord, values.count == elements.count else {
        return nil
      }
      (self.path, test) = (path, .equal(values))
    case .range(let column, let lower, let upper, let isClosed):
      guard let path = column.pathOfFetchedRecord, let lower = constant(lower),
        let upper = constant(upper)
      else { return nil }
      self.path = path
      test = .between(
        Bound(value: lower, isIncluded: true),
        Bound(value: upper, isIncluded: isClosed)
      )
    default:
      return nil
    }
  }

  private static func test(_ operation: ComparisonOperator, _ value: Value) -> Test? {
    switch operation {
    case .equal: .equal([value])
    case .notEqual: nil
    case .less: .between(nil, Bound(value: value, isIncluded: false))
    case .lessOrEqual: .between(nil, Bound(value: value, isIncluded: true))
    case .greater: .between(Bound(value: value, isIncluded: false), nil)
    case .greaterOrEqual: .between(Bound(value: value, isIncluded: true), nil)
    }
  }

  /// The ranges of order words that satisfy the condition in `column`; nil if order words are not
  /// sufficient.
  func wordRanges(in column: Column) -> [ClosedRange<UInt64>]? {
    switch test {
    case .equal(let values):
      var ranges: [ClosedRange<UInt64>] = []
      for value in values {
        if case .string(let text) = value, case .string(let strings) = column {
          // A string that is not in the dictionary equals no value.
          guard let code = strings.dictionary.existingCode(for: text) else { continue }
          ranges.append(UInt64(code)...UInt64(code))
        } else {
          guard let word = Self.word(value, column) else { return nil }
          ranges.append(word...word)
        }
      }
      return ranges
    case .between(let lower, let upper):
      guard let first = Self.limit(lower, column, .min), let last = Self.limit(upper, column, .max)
      else { return nil }
      let (start, isBeyondAll) = first.addingReportingOverflow(lower?.isIncluded == false ? 1 : 0)
      let (end, isBeforeAll) = last.subtractingReportingOverflow(upper?.isIncluded == false ? 1 : 0)
      return isBeyondAll || isBeforeAll || start > end ? [] : [start...end]
    }
  }

  private static func limit(_ bound: Bound?, _ column: Column, _ none: UInt64) -> UInt64? {
    guard case .string = column else {
      return bound.map { word($0.value, column) } ?? none
    }
    // The codes of strings are not ordered.
    return nil
  }

  private static func word(_ value: Value, _ column: Column) -> UInt64? {
    switch (value, column) {
    case (.int(let number), .int): SortableWord.word(number)
    case (.date(let moment), .date): SortableWord.word(moment.microseconds)
    case (.double(let number), .double): SortableWord.word(number)
    default: nil
    }
  }
}

extension TypedExpression {
  /// The attribute of the fetched record, if the expression is one.
  fileprivate var pathOfFetchedRecord: AttributePath? {
    if case .attribute(let path, .scope(0, _)) = kind { path } else { nil }
  }
}
