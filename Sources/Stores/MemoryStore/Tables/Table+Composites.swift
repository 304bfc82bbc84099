import Columns
import Model
import Storage

extension Table {
  /// The required fields of optional structs that are nil although the struct is not.
  func incompleteComposites(
    _ fields: [StoredField],
    _ columns: [Column],
    _ renames: ColumnRenames
  ) -> [SchemaConflict] {
    var presence: [AttributePath: [Bool]] = [:]
    return zip(fields, columns).compactMap { field, column in
      guard let composite = field.requiredWithin, column.validCount < rowCount,
        !changesType(field, formerly: renames.previous(field.path))
      else { return nil }
      let isPresent =
        presence[composite] ?? self.presence(of: composite, fields, columns)
      presence[composite] = isPresent
      let missing = (0..<rowCount).count { isPresent[$0] && !column.isValid($0) }
      return missing == 0
        ? nil : .lacksValues(property: field.path.description, count: missing)
    }
  }

  /// In which rows a struct has a value in one of its fields.
  private func presence(
    of composite: AttributePath,
    _ fields: [StoredField],
    _ columns: [Column]
  ) -> [Bool] {
    var presence = Array(repeating: false, count: rowCount)
    for (field, column) in zip(fields, columns)
    where field.path.components.starts(with: composite.components) {
      for row in 0..<rowCount where column.isValid(row) { presence[row] = true }
    }
    return presence
  }
}
