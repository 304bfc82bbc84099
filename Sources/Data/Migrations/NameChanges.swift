import Columns
import Execution
import Expressions
import Model
import Planning
import Storage

/// Updates the models and enum cases that records contain for renames.
final class NameChanges {
  struct RenamedCase {
    let enumeration: String
    let old: String
    let new: String
    /// The number of values with this case, including elements of arrays.
    var count: Int
  }

  private let schema: Schema
  private let renames: ModelRenames
  private let executor: Executor
  private var counts: [String: [String: Int]] = [:]

  init(_ schema: Schema, _ renames: ModelRenames, _ executor: Executor) {
    (self.schema, self.renames, self.executor) = (schema, renames, executor)
  }

  /// The renamed cases in the order of the enums; call ``fills()`` first to count their values.
  var followed: [RenamedCase] {
    schema.types.flatMap { declared -> [RenamedCase] in
      guard case .enumeration(let type) = declared.type, let names = renames.cases[type.name] else {
        return []
      }
      return type.cases.compactMap { old in
        names[old].map {
          RenamedCase(
            enumeration: type.name,
            old: old,
            new: $0,
            count: counts[type.name]?[old] ?? 0
          )
        }
      }
    }
  }

  /// The columns that contain renamed models or cases, under the new names of the models.
  func fills() throws -> [FieldFill] {
    try schema.asStored.entities.flatMap { root in
      try root.storedFields.filter { isRenamed($0, in: root.name) }
        .compactMap { try fill($0, of: root.name) }
    }
  }

  private func isRenamed(_ field: StoredField, in root: String) -> Bool {
    field.isKind
      ? schema.kinds(of: root).contains { renames.names[$0] != nil } : isRenamed(field.type)
  }

  private func isRenamed(_ type: ValueType) -> Bool {
    switch type {
    case .enumeration(let type): renames.cases[type.name] != nil
    case .list(let element): isRenamed(element)
    default: false
    }
  }

  private func fill(_ field: StoredField, of root: String) throws -> FieldFill? {
    let value = TypedExpression(
      .attribute(field.path, of: .scope(level: 0, entity: root)),
      field.type
    )
    let rows = try executor.references(
      of: Planner.enginePlan(FetchRequest(entity: root)),
      first: nil
    )
    let column = try executor.column(of: value, for: rows, in: root)
    guard let builder = Column.empty(of: field.type).map(makeColumnBuilder) else { return nil }
    for row in rows.indices {
      let old = column.value(at: row)
      if field.isKind, case .string(let name) = old {
        _ = builder.append(.string(renames.name(name)))
        continue
      }
      count(old, of: field.type)
      _ = builder.append(renames.value(old, of: field.type))
    }
    return FieldFill(
      entity: renames.name(root),
      path: path(field.path, in: root),
      column: builder.column,
      replaces: true
    )
  }

  private func count(_ value: Value, of type: ValueType) {
    switch (type, value) {
    case (.enumeration(let type), .string(let text)):
      guard renames.cases[type.name]?[text] != nil else { return }
      counts[type.name, default: [:]][text, default: 0] += 1
    case (.list(let element), .list(let values)):
      for value in values { count(value, of: element) }
    default: break
    }
  }

  /// The path under the new name of the declaring model.
  private func path(_ path: AttributePath, in root: String) -> AttributePath {
    let (kind, member) = schema.declared(path.components[0], in: root)
    if kind == root { return path }
    return AttributePath(["\(renames.name(kind)).\(member)"] + path.components.dropFirst())
  }
}

extension StoredField {
  /// Whether the field contains the model of a record.
  fileprivate var isKind: Bool { path.components == [Schema.kindAttribute] }
}
