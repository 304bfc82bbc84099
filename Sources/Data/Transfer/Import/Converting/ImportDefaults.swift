import Columns
import Expressions
import Model
import Session
import Storage

/// Gives records what their file lacks.
struct ImportDefaults {
  private let evaluator: ScalarEvaluator<NoRecords>

  init(_ context: EvaluationContext) {
    evaluator = ScalarEvaluator(source: NoRecords(), context: context)
  }

  /// Adds defaults for the attributes of `entity` that are not given; the fields that then still have to be.
  func fill(_ table: inout ImportedTable, of entity: Entity) throws -> [AttributePath] {
    for attribute in entity.attributes {
      let path = AttributePath([attribute.name])
      guard let value = attribute.defaultValue, table.columns[path] == nil else { continue }
      table.columns[path] = try defaults(value, attribute.type, count: table.count)
    }
    return entity.storedFields.filter { !$0.isOptional && table.columns[$0.path] == nil }
      .map(\.path)
  }

  /// A default for every row; each is evaluated, as `uuid()` is never the same.
  private func defaults(_ value: DefaultValue, _ type: ValueType, count: Int) throws -> Column? {
    guard let builder = Column.empty(of: type).map(makeColumnBuilder) else { return nil }
    for _ in 0..<count {
      guard builder.append(try evaluator.evaluate(value.expression, scopes: [])) else { return nil }
    }
    return builder.column
  }
}
