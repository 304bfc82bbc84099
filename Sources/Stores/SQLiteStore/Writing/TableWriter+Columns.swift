import Columns
import Model
import SQLGeneration
import Storage

/// The columns that are written, with their values.
extension TableWriter {
  /// The columns with their values; throws if a value is invalid.
  static func columns(
    of rows: RecordRows,
    _ table: FileModel.Table,
    _ writer: ChangeWriter,
    isNew: Bool
  ) throws -> [(String, Cell)] {
    try table.layout.checkKnown(rows.columns.keys)
    for name in rows.references.keys.sorted() where table.layout.referencePlace(of: name) == nil {
      throw StoreError.unknownProperty(entity: rows.entity, property: name)
    }
    var columns: [(String, Cell)] = []
    for field in table.layout.fields {
      guard let column = rows.columns[field.path] else {
        guard field.isOptional || !isNew || rows.count == 0 else {
          throw StoreError.missingValue(entity: rows.entity, property: field.path.description)
        }
        continue
      }
      try table.layout.check(column, for: field, count: rows.count)
      guard let mapping = table.mapping.fields[field.path], table.mapping.writes(mapping) else {
        continue
      }
      guard mapping.codec.writesAll(of: column) else { throw table.layout.mismatch(field) }
      columns.append((mapping.name, .field(column, mapping.codec)))
    }
    for reference in table.layout.references {
      guard let given = rows.references[reference.relationship.name] else { continue }
      columns += try self.columns(of: given, reference, rows, table, writer)
    }
    return columns
  }

  private static func columns(
    of given: RecordReferences,
    _ reference: ReferenceLayout,
    _ rows: RecordRows,
    _ table: FileModel.Table,
    _ writer: ChangeWriter
  ) throws -> [(String, Cell)] {
    let name = reference.relationship.name
    guard given.targets.count == rows.count, given.positions.map({ $0.count == rows.count }) ?? true
    else { throw StoreError.typeMismatch(entity: rows.entity, property: name) }
    guard let mapping = table.mapping.toOnes[name] else {
      throw StoreError.unknownProperty(entity: rows.entity, property: name)
    }
    let binder = try ReferenceBinder(given, mapping, reference, of: rows.entity, writer)
    var columns: [(String, Cell)] = []
    for (part, column) in mapping.columns.enumerated()
    where !(table.mapping.hasNumberKey && column == table.mapping.rowNumber) {
      columns.append((column, .reference(binder, part: part)))
    }
    if let position = mapping.position {
      let positions = try given.positions ?? writer.takePositions(rows.count)
      try writer.notePositions(positions)
      columns.append((position, .position(positions)))
    }
    return columns
  }
}

extension ColumnCodec {
  /// Whether every value of a column can be written.
  fileprivate func writesAll(of column: Column) -> Bool {
    guard mayRefuse else { return true }
    return (0..<column.count).allSatisfy { sqlValue(of: column.value(at: $0)) != nil }
  }
}
