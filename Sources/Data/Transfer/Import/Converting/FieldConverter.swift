import Columns
import Diagnostics
import Formats
import Model
import Rendering
import Session
import Storage

/// Assigns the fields of a table to properties of an entity, and converts their values.
struct FieldConverter {
  private let conversion: ImportConversion
  private let entity: Entity
  private let path: [String]
  /// The keys of the arrays around the records; nil if they cannot be found in the file.
  private let arrays: [[String]]?
  private var isRoot: Bool { arrays?.isEmpty ?? false }
  private let fields: [AttributePath: StoredField]

  /// Longer strings are shown shortened.
  private static let shownWidth = 60

  init(_ conversion: ImportConversion, _ entity: Entity, path: [String], arrays: [[String]]?) {
    self.conversion = conversion
    self.entity = entity
    self.path = path
    self.arrays = arrays
    fields = Dictionary(
      entity.storedFields.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Converts the values of `source` and adds them to `imported`.
  func add(_ source: StoredField, of table: ReadTable, to imported: inout ImportedTable) {
    guard let column = table.columns[source.path], !isEmptyArray(source, column) else { return }
    let name = source.path.components[0]
    if isRoot, let match = conversion.keys.first(where: { $0.relationship.name == name }) {
      return add(column, source, for: match, to: &imported)
    }
    guard let field = field(of: source) else {
      if conversion.leavesOutUnknown { return conversion.note(leftOut: name) }
      let (message, help) = lack(of: source)
      return conversion.refuse(refusal(source, column, imported, message, help))
    }
    if let attribute = entity.attribute(field.path.components[0]), attribute.isReadOnly {
      if conversion.leavesOutUnknown { return conversion.note(leftOut: name) }
      return conversion.refuse(
        refusal(
          source,
          column,
          imported,
          "\(entity.name).\(attribute.name) is set by the store"
        )
      )
    }
    guard let converted = convert(column, source, to: field.type, imported) else { return }
    imported.columns[field.path] = converted
    noteMissing(converted, field, source, &imported)
    if !field.isOptional, entity.identity != .numberIn(field.path.description) {
      noteNils(converted, column, field, source, imported)
    }
  }

  /// The stored field for a column; `address.city` can be a column name.
  private func field(of source: StoredField) -> StoredField? {
    if let field = fields[source.path] { return field }
    guard source.path.components.count == 1 else { return nil }
    let parts = source.path.components[0].split(separator: ".").map(String.init)
    return parts.count > 1 ? fields[AttributePath(parts)] : nil
  }

  /// Whether a to-many relationship has only empty arrays or nulls.
  private func isEmptyArray(_ source: StoredField, _ column: Column) -> Bool {
    guard source.path.components.count == 1,
      entity.relationship(source.path.components[0])?.isToMany == true
    else { return false }
    guard case .list(let lists) = column else { return column.validCount == 0 }
    return lists.elements.count == 0
  }

  /// Why the entity has no property for a field, with a hint.
  private func lack(of source: StoredField) -> (message: String, help: String) {
    let name = source.path.description
    switch entity.property(source.path.components[0]) {
    case .relationship(let relationship) where !relationship.isToMany:
      let destination = conversion.schema.entity(relationship.destination)
      let key = destination?.attributes.first(where: \.isUnique)
      let target = "\(relationship.destination).\(key?.name ?? "id")"
      return (
        "\(entity.name).\(relationship.name) is a relationship to \(relationship.destination)",
        "`key \(relationship.name) -> \(target)` finds the record for each value"
      )
    case .relationship(let relationship):
      return (
        "\(entity.name).\(relationship.name) is a relationship to several records",
        "the records must be objects in an array"
      )
    case .computed(let computed):
      return (
        "\(entity.name).\(computed.name) is computed from other attributes",
        "add `map {}` to ignore fields that are not stored"
      )
    case .attribute(let attribute) where source.path.components.count == 1:
      // Only structs have no field with the attribute's own name.
      let parts = StoredField.leaves(of: attribute).map { "`\($0.path)`" }.joined(separator: ", ")
      return ("\(entity.name).\(name) is a struct", "each part has its own field: \(parts)")
    default:
      return (
        "\(entity.name) has no attribute `\(name)`",
        entity.suggestion(for: name)
          ?? "add `map {}` to ignore fields that \(entity.name) does not have"
      )
    }
  }

  /// A refusal of a field by name, located at the first value in files without a header.
  private func refusal(
    _ source: StoredField,
    _ column: Column,
    _ imported: ImportedTable,
    _ message: String,
    _ help: String? = nil
  ) -> ImportRefusal {
    let row = (0..<column.count).first(where: column.isValid) ?? (column.count > 0 ? 0 : nil)
    var refusal = ImportRefusal(
      message,
      row: row.map(imported.rootRow),
      path: origin(source, imported),
      help: help
    )
    refusal.isAboutName = true
    return refusal
  }

  private func add(
    _ column: Column,
    _ source: StoredField,
    for match: KeyMatch,
    to imported: inout ImportedTable
  ) {
    guard source.path.components.count == 1 else {
      conversion.refuse(
        ImportRefusal(
          "`\(match.relationship.name)` is an object here",
          row: column.count > 0 ? imported.rootRow(0) : nil,
          path: origin(source, imported),
          help: "say which field is the key: `map { \(match.relationship.name): \(source.path) }`"
        )
      )
      return
    }
    guard let converted = convert(column, source, to: match.key.type, imported) else { return }
    imported.keys[match.relationship.name] = converted
  }

  // MARK: Values

  private func convert(
    _ column: Column,
    _ source: StoredField,
    to type: ValueType,
    _ imported: ImportedTable
  ) -> Column? {
    guard let converted = ColumnConversion.convert(column, from: source.type, to: type) else {
      conversion.refuse(impossible(column, source, type, imported))
      return nil
    }
    for row in converted.invalidRows {
      let value = column.value(at: row)
      let message =
        number(value, row, source, imported).map {
          "\(entity.name).\(source.path) takes \(type), not \($0)"
        } ?? invalidValueText(value, type, source)
      note(message, row, source, imported)
    }
    return converted.column
  }

  /// A number in JSON that was read as a string, as written; nil if it is quoted.
  private func number(
    _ value: Value,
    _ row: Int,
    _ source: StoredField,
    _ imported: ImportedTable
  ) -> String? {
    // Only problems that are shown are located in the file.
    guard path.isEmpty, case .string(let text) = value, Double(text) != nil,
      conversion.problems.count < ImportReport.shownLimit,
      !conversion.isQuoted(imported.rootRow(row), origin(source, imported))
    else { return nil }
    return fitted(escapedForTerminal(text), toWidth: Self.shownWidth).text
  }

  private func impossible(
    _ column: Column,
    _ source: StoredField,
    _ type: ValueType,
    _ imported: ImportedTable
  ) -> ImportRefusal {
    let row = (0..<column.count).first(where: column.isValid)
    let value = row.map { ": \(shown(column.value(at: $0)))" } ?? ""
    return ImportRefusal(
      "\(entity.name).\(source.path) takes \(type); the file has \(source.type)\(value)",
      row: row.map(imported.rootRow),
      path: origin(source, imported)
    )
  }

  private func invalidValueText(_ value: Value, _ type: ValueType, _ source: StoredField) -> String
  {
    let owner = "\(entity.name).\(source.path)"
    switch type {
    case .enumeration(let enumeration):
      return "\(owner): \(shown(value)) is not a case of \(enumeration.name)"
    case .list(.enumeration(let enumeration)):
      let cases = Set(enumeration.cases)
      guard case .list(let values) = value,
        let other = values.first(where: {
          if case .string(let text) = $0 { !cases.contains(text) } else { false }
        })
      else { return "\(owner) takes \(type), not \(shown(value))" }
      return "\(owner): \(shown(other)) is not a case of \(enumeration.name)"
    default:
      return "\(owner) takes \(type), not \(shown(value))"
    }
  }

  /// Notes which records lack an attribute that has a default or whose value may stay as it is.
  private func noteMissing(
    _ converted: Column,
    _ field: StoredField,
    _ source: StoredField,
    _ imported: inout ImportedTable
  ) {
    guard let arrays, !isRoot || !conversion.computedNames.contains(source.path.components[0]),
      field.path.components.count == 1, converted.validCount < converted.count,
      let attribute = entity.attribute(field.path.components[0]),
      attribute.defaultValue != nil || isRoot && conversion.isUpdating
    else { return }
    let keys = isRoot ? origin(source, imported) : source.path.components
    let present = conversion.presence(arrays + [keys])
    guard present.count == imported.count else { return }
    let missing = present.indices.map { !present[$0] && !converted.isValid($0) }
    if missing.contains(true) { imported.missing[attribute.name] = missing }
  }

  private func noteNils(
    _ converted: Column,
    _ column: Column,
    _ field: StoredField,
    _ source: StoredField,
    _ imported: ImportedTable
  ) {
    guard converted.validCount < converted.count else { return }
    let name = field.path.components[0]
    let defaulted = entity.attribute(name)?.defaultValue == nil ? nil : imported.missing[name]
    for row in 0..<converted.count where !converted.isValid(row) && !column.isValid(row) {
      if defaulted?[row] ?? false { continue }
      note("\(entity.name).\(field.path) must have a value", row, source, imported)
    }
  }

  private func note(
    _ message: String,
    _ row: Int,
    _ source: StoredField,
    _ imported: ImportedTable
  ) {
    conversion.note(
      RowProblem(row: imported.rootRow(row), path: origin(source, imported), message: message)
    )
  }

  private func origin(_ source: StoredField, _ imported: ImportedTable) -> [String] {
    guard path.isEmpty else { return path }
    let components = source.path.components
    return imported.origins[components[0]].map { $0 + components.dropFirst() } ?? components
  }

  private func shown(_ value: Value) -> String {
    fitted(escapedForTerminal(FailureWording.text(value)), toWidth: Self.shownWidth).text
  }
}
