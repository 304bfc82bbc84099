import Columns
import Model
import SQLGeneration
import Storage

/// Finds values that a changed layout would lose, or that it requires but are missing.
struct TableConflicts<Database: NativeDatabase> {
  let old: NativeModel.Table
  let new: NativeModel.Table
  let renames: ColumnRenames
  let relations: [ColumnRelation]
  let allowsLoss: Bool
  /// The table with the migrated rows.
  let name: String
  let db: Database

  /// All conflicts in the order they are reported.
  func all() throws -> [SchemaConflict] {
    try (allowsLoss ? [] : lostFields() + lostLinks())
      + new.layout.fields.flatMap { try conflicts(of: $0) }
      + incompleteComposites()
      + new.layout.references.compactMap { try conflict(of: $0) }
      + repeatedValues()
  }

  private func lostFields() throws -> [SchemaConflict] {
    try old.layout.fields.compactMap { field in
      guard let column = old.mapping.fields[field.path],
        !relations.contains(where: { $0.attribute == field.path }),
        !new.layout.keeps(field, at: renames.current(field.path))
      else { return nil }
      let count = try count(old.mapping.table, "\(column.name.quotedForSQL) IS NOT NULL")
      return count == 0 ? nil : .losesValues(property: field.path.description, count: count)
    }
  }

  private func lostLinks() throws -> [SchemaConflict] {
    try old.layout.references.compactMap { reference in
      let name = reference.relationship.name
      guard let column = old.mapping.toOnes[name]?.columns.first,
        !new.layout.keeps(reference, as: renames.currentReference(name))
      else { return nil }
      let count = try count(old.mapping.table, "\(column.quotedForSQL) IS NOT NULL")
      return count == 0 ? nil : .losesLinks(property: name, count: count)
    }
  }

  private func conflicts(of field: StoredField) throws -> [SchemaConflict] {
    guard let column = new.mapping.fields[field.path] else { return [] }
    var conflicts: [SchemaConflict] = []
    let property = field.path.description
    if let text = try noCase(of: field, column) {
      let enumeration = field.type.declaredName ?? ""
      conflicts.append(.noCase(property: property, text: text, enumeration: enumeration))
    }
    if !field.isOptional, !changesType(field) {
      let missing = try count(name, "\(column.name.quotedForSQL) IS NULL")
      if missing > 0 { conflicts.append(.lacksValues(property: property, count: missing)) }
    }
    return conflicts
  }

  /// The first string that is not a case of the field's enum.
  private func noCase(of field: StoredField, _ column: ColumnMapping) throws -> String? {
    guard case .enumeration(let enumeration) = field.type.innermost else { return nil }
    let name = column.name.quotedForSQL
    let texts = try db.texts(
      SQLFragment(
        "SELECT \(name) FROM \(self.name.quotedForSQL) WHERE \(name) IS NOT NULL"
          + " GROUP BY \(name) ORDER BY min(\(new.mapping.rowNumber.quotedForSQL))"
      )
    )
    for text in texts {
      let cases = column.codec == .json ? ListText.texts(of: text) : [text]
      if let wrong = cases.first(where: { enumeration.ordinal(of: $0) == nil }) { return wrong }
    }
    return nil
  }

  /// Whether the type of the field changes. The loss of its values is reported only once.
  private func changesType(_ field: StoredField) -> Bool {
    if allowsLoss { return false }
    let previous = renames.previous(field.path)
    return old.layout.place(of: previous) != nil && !old.layout.keeps(field, at: previous)
  }

  /// Required fields of optional composites that are nil although the composite has values.
  private func incompleteComposites() throws -> [SchemaConflict] {
    try new.layout.fields.compactMap { field in
      guard let composite = field.requiredWithin, !changesType(field),
        let column = new.mapping.fields[field.path]
      else { return nil }
      let isPresent = new.layout.fields
        .filter { $0.path.components.starts(with: composite.components) }
        .compactMap { new.mapping.fields[$0.path].map { "\($0.name.quotedForSQL) IS NOT NULL" } }
        .joined(separator: " OR ")
      let missing = try count(name, "\(column.name.quotedForSQL) IS NULL AND (\(isPresent))")
      return missing == 0
        ? nil : .lacksValues(property: field.path.description, count: missing)
    }
  }

  private func conflict(of reference: ReferenceLayout) throws -> SchemaConflict? {
    let relationship = reference.relationship
    guard !relationship.isOptional,
      let column = new.mapping.toOnes[relationship.name]?.columns.first
    else { return nil }
    let missing = try count(name, "\(column.quotedForSQL) IS NULL")
    return missing == 0 ? nil : .lacksValues(property: relationship.name, count: missing)
  }

  /// Compound keys are checked later, when more information about repeated values is available.
  private func repeatedValues() throws -> [SchemaConflict] {
    try new.layout.uniqueKeys.compactMap { key in
      guard key.paths.count == 1, try new.repeats(key, in: name, db) else { return nil }
      return .repeatedValues(property: key.description)
    }
  }

  private func count(_ table: String, _ condition: String) throws -> Int {
    Int(try db.number("SELECT count(*) FROM \(table.quotedForSQL) WHERE \(condition)"))
  }
}

extension ValueType {
  /// The type of an array's innermost elements; other types are returned unchanged.
  fileprivate var innermost: ValueType {
    if case .list(let element) = self { element.innermost } else { self }
  }
}
