import Columns
import Diagnostics
import Formats
import Model
import Session
import Storage

/// Converts the records of a file to an existing entity, and finds invalid values.
final class ImportConversion {
  let schema: Schema
  /// The relationships of the entity that are found by keys.
  let keys: [KeyMatch]
  /// Whether unknown fields are ignored.
  let leavesOutUnknown: Bool
  /// Whether the field at a path of a row is quoted, or may be.
  let isQuoted: (_ row: Int, _ path: [String]) -> Bool
  /// Whether each record has a key; see ``RecordFile/presence(of:in:)``.
  let presence: (_ path: [[String]]) -> [Bool]
  /// The attributes that a `map` computes.
  let computedNames: Set<String>
  /// Whether records that exist are updated.
  let isUpdating: Bool
  /// The invalid values.
  private(set) var problems: [RowProblem] = []
  /// The fields that the entity does not have.
  private(set) var refusals: [ImportRefusal] = []
  /// The names of ignored fields.
  private(set) var leftOut: [String] = []
  private var tables: [ImportedTable] = []

  init(
    schema: Schema,
    keys: [KeyMatch],
    leavesOutUnknown: Bool,
    isUpdating: Bool,
    computedNames: Set<String>,
    presence: @escaping (_ path: [[String]]) -> [Bool],
    isQuoted: @escaping (_ row: Int, _ path: [String]) -> Bool
  ) {
    self.schema = schema
    self.keys = keys
    self.leavesOutUnknown = leavesOutUnknown
    self.isUpdating = isUpdating
    self.computedNames = computedNames
    self.presence = presence
    self.isQuoted = isQuoted
  }

  /// The records of a table, followed by the records in its arrays, which relationships of `entity`
  /// reference.
  ///
  /// - Parameter origins: The keys in the file for attributes with other names.
  func tables(
    of table: ReadTable,
    into entity: Entity,
    origins: [String: [String]]
  ) -> [ImportedTable] {
    add(table, entity, owners: nil, rootRows: nil, path: [], arrays: [], origins)
    return tables
  }

  private func add(
    _ table: ReadTable,
    _ entity: Entity,
    owners: ImportedOwners?,
    rootRows: [Int]?,
    path: [String],
    arrays: [[String]]?,
    _ origins: [String: [String]]
  ) {
    let table = expanded(table, entity)
    var imported = ImportedTable(
      entity: entity.name,
      count: table.count,
      columns: [:],
      owners: owners
    )
    imported.rootRows = rootRows
    imported.origins = origins
    let converter = FieldConverter(self, entity, path: path, arrays: arrays)
    for source in table.attributes.flatMap(StoredField.leaves) {
      converter.add(source, of: table, to: &imported)
    }
    let place = tables.count
    tables.append(imported)
    for children in table.children {
      add(children, of: entity, place, path, arrays, origins, within: imported)
    }
  }

  private func add(
    _ children: ReadChildren,
    of entity: Entity,
    _ place: Int,
    _ path: [String],
    _ arrays: [[String]]?,
    _ origins: [String: [String]],
    within owner: ImportedTable
  ) {
    let name = children.path.components.last ?? ""
    guard let relationship = entity.relationship(name), relationship.isToMany,
      let destination = schema.entity(relationship.destination),
      let inverse = destination.relationship(relationship.inverse), !inverse.isToMany
    else {
      if leavesOutUnknown { return note(leftOut: name) }
      refuse(
        ImportRefusal(
          "\(entity.name) has no relationship `\(name)` to the records in its arrays",
          row: children.owners.first.map { owner.rootRow(Int($0)) },
          path: path + children.path.components,
          help: entity.suggestion(for: name)
        )
      )
      return
    }
    let own = path.isEmpty ? origins[name] ?? children.path.components : path
    let isComputed = path.isEmpty && computedNames.contains(name)
    add(
      children.table,
      destination,
      owners: ImportedOwners(relationship: inverse.name, table: place, rows: children.owners),
      rootRows: children.owners.map { owner.rootRow(Int($0)) },
      path: own,
      arrays: isComputed
        ? nil : arrays.map { $0 + [path.isEmpty ? own : children.path.components] },
      [:]
    )
  }

  // MARK: What is noted

  func refuse(_ refusal: ImportRefusal) { refusals.append(refusal) }

  func note(leftOut name: String) {
    if !leftOut.contains(name) { leftOut.append(name) }
  }

  func note(_ problem: RowProblem) { problems.append(problem) }

  // MARK: JSON within texts

  /// The table with JSON in string columns replaced by arrays and objects, as in CSV.
  private func expanded(_ table: ReadTable, _ entity: Entity) -> ReadTable {
    var table = table
    let exactNumbers = DecimalKeys(of: entity, in: schema).all
    for attribute in table.attributes where attribute.type == .string {
      guard Self.isNested(entity.property(attribute.name)) else { continue }
      table = table.expandingJSON(attribute.name, keeping: exactNumbers) ?? table
    }
    return table
  }

  private static func isNested(_ property: Property?) -> Bool {
    switch property {
    case .attribute(let attribute):
      switch attribute.type {
      case .list, .composite: true
      default: false
      }
    case .relationship(let relationship): relationship.isToMany
    default: false
    }
  }
}

/// Why a field cannot be imported, whatever its values are.
struct ImportRefusal {
  let message: String
  /// A row of the file that shows the problem; nil if there is none.
  let row: Int?
  let path: [String]
  let help: String?
  /// Whether only the field's name is wrong; the header shows it, if there is one.
  var isAboutName = false

  init(_ message: String, row: Int?, path: [String] = [], help: String? = nil) {
    (self.message, self.row, self.path, self.help) = (message, row, path, help)
  }
}

extension Entity {
  /// ``did you mean `limit`?``
  func suggestion(for name: String) -> String? {
    let names = properties.filter { !$0.isAnonymous }.map(\.name)
    return didYouMean(nearestNames(to: name, in: names))
  }
}
