import Columns
import Model
import Storage

/// Checks required values of new and changed records.
struct RequiredValues {
  let schema: StoredSchema
  let after: ResultingState

  func problems(_ changes: ChangeSet) throws -> [ChangeProblem] {
    try (changes.inserted + changes.updated).flatMap { try problems($0) }
  }

  private func problems(_ rows: RecordRows) throws -> [ChangeProblem] {
    let layout = try schema.layout(rows.entity)
    var problems: [ChangeProblem] = []
    for field in layout.fields where !field.isOptional {
      problems += try missing(rows, field.path, nil)
    }
    for field in layout.fields {
      guard let composite = field.requiredWithin else { continue }
      problems += try partial(rows, composite, field)
    }
    for (path, kinds) in schema.fieldsRequiredByKinds(of: rows.entity) {
      problems += try missing(rows, path, kinds)
    }
    for reference in layout.references { problems += try missing(rows, reference.relationship) }
    return problems
  }

  /// Records of one of `kinds`, or of any model if nil, with nil in a field.
  private func missing(
    _ rows: RecordRows,
    _ path: AttributePath,
    _ kinds: Set<String>?
  ) throws -> [ChangeProblem] {
    guard let column = rows.columns[path], column.validCount < column.count else { return [] }
    return try (0..<column.count).filter { !column.isValid($0) }
      .compactMap { try missing(rows, $0, path.description, kinds) }
  }

  /// Records with nil in a required to-one relationship.
  private func missing(
    _ rows: RecordRows,
    _ relationship: Relationship
  ) throws -> [ChangeProblem] {
    guard let given = rows.references[relationship.name] else { return [] }
    let required = schema.kinds(requiring: relationship, of: rows.entity)
    guard required != [] else { return [] }
    return try given.targets.indices.filter { given.targets[$0] == nil }
      .compactMap { try missing(rows, $0, relationship.name, required) }
  }

  /// Records whose optional struct has values but lacks a required field.
  private func partial(
    _ rows: RecordRows,
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

  /// The problem of a record, if it is of one of `kinds` or these are nil.
  private func missing(
    _ rows: RecordRows,
    _ row: Int,
    _ property: String,
    _ kinds: Set<String>?
  ) throws -> ChangeProblem? {
    let id = RecordID(entity: rows.entity, key: rows.keys[row])
    let kind = try RecordModels(schema, after.snapshot).kind(of: id)
    guard kinds?.contains(kind) ?? true else { return nil }
    return .missingValue(id, kind: kind, property: property)
  }
}
