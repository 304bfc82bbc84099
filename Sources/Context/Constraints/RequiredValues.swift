import Columns
import Model
import Storage

/// Checks that new and changed records have all values that they must have.
struct RequiredValues {
  let schema: StoredSchema
  let after: StateAfter

  func problems(_ changes: ChangeSet) throws -> [ChangeProblem] {
    try (changes.inserted + changes.updated).flatMap { try problems($0) }
  }

  private func problems(_ rows: RecordRows) throws -> [ChangeProblem] {
    let layout = try schema.layout(rows.entity)
    var problems: [ChangeProblem] = []
    for field in layout.fields where !field.isOptional {
      guard let column = rows.columns[field.path], column.validCount < column.count else {
        continue
      }
      for row in 0..<column.count where column.value(at: row).isNull {
        problems += try missing(rows, row, field.path.description, nil).map { [$0] } ?? []
      }
    }
    for field in layout.fields {
      guard let composite = field.requiredWithin else { continue }
      problems += try partial(rows, layout, composite, field)
    }
    for (path, kinds) in schema.fieldsRequiredByKinds(of: rows.entity) {
      guard let column = rows.columns[path] else { continue }
      for row in 0..<column.count where column.value(at: row).isNull {
        problems += try missing(rows, row, path.description, kinds).map { [$0] } ?? []
      }
    }
    for reference in layout.references {
      guard let given = rows.references[reference.relationship.name] else { continue }
      let required = schema.kinds(requiring: reference.relationship, of: rows.entity)
      guard required != [] else { continue }
      let name = reference.relationship.name
      for (row, target) in given.targets.enumerated() where target == nil {
        problems += try missing(rows, row, name, required).map { [$0] } ?? []
      }
    }
    return problems
  }

  /// Records whose optional struct has a value, but not in a field that it must have.
  private func partial(
    _ rows: RecordRows,
    _ layout: EntityLayout,
    _ composite: AttributePath,
    _ field: StoredField
  ) throws -> [ChangeProblem] {
    guard rows.columns.keys.contains(where: { $0.isWithin(composite) }) else { return [] }
    let after = try after.snapshot
    let references = try after.references(to: rows.keys, of: rows.entity)
    let column = try after.gather([.attribute(field.path)], of: rows.entity, at: references)[0]
    if column.validCount == column.count { return [] }
    return try PresentComposites(schema: schema, snapshot: after)
      .places(of: composite, rows.entity, at: references).filter { !column.isValid($0) }
      .compactMap { try missing(rows, $0, field.path.description, nil) }
  }

  /// The problem of a record, if it is of one of `kinds`; nil for any.
  private func missing(
    _ rows: RecordRows,
    _ row: Int,
    _ property: String,
    _ kinds: Set<String>?
  ) throws -> ChangeProblem? {
    let key = rows.keys[row]
    let kind = try KindReader(schema, after.snapshot).kinds([key], of: rows.entity)[0]
    guard kinds?.contains(kind) ?? true else { return nil }
    return .missingValue(
      RecordID(entity: rows.entity, key: key),
      kind: kind,
      property: property
    )
  }
}
