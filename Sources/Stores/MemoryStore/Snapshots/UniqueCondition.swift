import Columns
import Expressions
import Model
import Storage

/// A condition that a unique attribute of the fetched record equals one of some constants.
struct UniqueCondition {
  private let path: AttributePath
  private let values: [Value]

  /// Interprets a condition at `moment`; nil if it has another form.
  init?(_ condition: TypedExpression, _ moment: EvaluationContext) {
    let (column, constants): (TypedExpression, [TypedExpression])
    switch condition.kind {
    case .comparison(.equal, let left, let right):
      (column, constants) = left.isConstant ? (right, [left]) : (left, [right])
    case .membership(let operand, let elements): (column, constants) = (operand, elements)
    default: return nil
    }
    let evaluator = ScalarEvaluator(source: NoRecords(), context: moment)
    let values = constants.compactMap { constant -> Value? in
      // Nil equals nil, but has no key.
      let value = constant.isConstant ? try? evaluator.evaluate(constant, scopes: []) : nil
      return value.flatMap { $0.isNull ? nil : $0 }
    }
    guard case .attribute(let path, .scope(0, _)) = column.kind, values.count == constants.count
    else { return nil }
    (self.path, self.values) = (path, values)
  }

  /// The rows of records that satisfy the condition, in ascending order; nil if the attribute is
  /// not unique.
  func rows(in table: TableVersion) -> [Int64]? {
    guard let place = table.layout.place(of: path),
      let wanted = Column(values, of: table.layout.fields[place].type),
      let found = table.rows(where: [path], equal: [wanted])
    else { return nil }
    return Set(found).subtracting([Column.nullReference]).sorted()
  }
}
