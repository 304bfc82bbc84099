import Columns
import Execution
import Expressions
import Model
import Planning
import Storage

/// What records say of their kind from then on.
struct KindFills {
  private let schema: Schema
  private let executor: Executor

  init(_ schema: Schema, _ executor: Executor) {
    (self.schema, self.executor) = (schema, executor)
  }

  /// The kinds of all records of the trees in which a model gets another name by `name`.
  func fills(_ name: (String) -> String) throws -> [FieldFill] {
    let roots = schema.entities.filter { $0.parent == nil && schema.kinds(of: $0.name).count > 1 }
    return try roots.compactMap { root in
      guard schema.kinds(of: root.name).contains(where: { name($0) != $0 }) else { return nil }
      return try fill(root.name, name)
    }
  }

  private func fill(_ root: String, _ rename: (String) -> String) throws -> FieldFill? {
    let path = AttributePath([Schema.kindAttribute])
    let kind = TypedExpression(.attribute(path, of: .scope(level: 0, entity: root)), .string)
    let rows = try executor.references(
      of: Planner.enginePlan(FetchRequest(entity: root)),
      first: nil
    )
    let kinds = try executor.column(of: kind, for: rows, in: root)
    guard let builder = Column.empty(of: .string).map(makeColumnBuilder) else { return nil }
    for row in rows.indices {
      if case .string(let name) = kinds.value(at: row) {
        _ = builder.append(.string(rename(name)))
      } else {
        builder.append(nulls: 1)
      }
    }
    return FieldFill(entity: rename(root), path: path, column: builder.column, replaces: true)
  }
}
