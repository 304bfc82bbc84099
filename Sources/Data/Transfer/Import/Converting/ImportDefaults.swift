import Columns
import Expressions
import Model
import Session
import Storage

/// Adds default values to records.
struct ImportDefaults {
  private let evaluator: ScalarEvaluator<NoRecords>

  init(_ context: EvaluationContext) {
    evaluator = ScalarEvaluator(source: NoRecords(), context: context)
  }

  /// Adds defaults for missing attributes. Returns the required fields that are still missing.
  func fill(_ table: inout ImportedTable, of entity: Entity) throws -> [AttributePath] {
    for attribute in entity.attributes {
      let path = AttributePath([attribute.name])
      guard let value = attribute.defaultValue else { continue }
      let (column, missing) = (table.columns[path], table.missing[attribute.name])
      if column != nil, missing == nil { continue }
      table.columns[path] = try filled(column, value, attribute.type, count: table.count) { row in
        missing?[row] ?? true
      }
    }
    // The store can number records.
    return entity.storedFields.filter { field in
      !field.isOptional && table.columns[field.path] == nil
        && entity.identity != .numberIn(field.path.description)
    }.map(\.path)
  }

  /// The column with a default in every missing row. Each row evaluates its own default, since
  /// `uuid()` differs every time.
  private func filled(
    _ column: Column?,
    _ value: DefaultValue,
    _ type: ValueType,
    count: Int,
    isMissing: (Int) -> Bool
  ) throws -> Column? {
    guard let builder = Column.empty(of: type).map(makeColumnBuilder) else { return nil }
    for row in 0..<count {
      let value =
        isMissing(row)
        ? try evaluator.evaluate(value.expression, scopes: []) : column?.value(at: row) ?? .null
      guard builder.append(value) else { return nil }
    }
    return builder.column
  }
}
