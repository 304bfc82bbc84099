import Columns
import Diagnostics
import Expressions
import Formats
import Model
import Session
import Storage

/// Turns what was read into records of an entity that is there, and finds what does not fit.
final class ImportConversion {
  let schema: Schema
  /// What defaults are evaluated in.
  let context: EvaluationContext
  /// How relationships of the entity are found.
  let keys: [KeyMatch]
  /// Whether what the entity has not is left out.
  let leavesOutUnknown: Bool
  /// Whether the field at a path of a row stands in quotes, or might as well.
  let isQuoted: (_ row: Int, _ path: [String]) -> Bool
  /// The values that do not fit.
  private(set) var problems: [RowProblem] = []
  /// The fields for which there is no place.
  private(set) var refusals: [ImportRefusal] = []
  /// The names of the fields that were left out.
  private(set) var leftOut: [String] = []
  private var tables: [ImportedTable] = []

  init(
    schema: Schema,
    context: EvaluationContext,
    keys: [KeyMatch],
    leavesOutUnknown: Bool,
    isQuoted: @escaping (_ row: Int, _ path: [String]) -> Bool
  ) {
    self.schema = schema
    self.context = context
    self.keys = keys
    self.leavesOutUnknown = leavesOutUnknown
    self.isQuoted = isQuoted
  }

  /// The records of a table, then those that stood in its arrays, which relationships of `entity` lead to.
  ///
  /// - Parameter origins: The keys that lead to what an attribute is made of, where that is not its name.
  func tables(
    of table: ReadTable,
    into entity: Entity,
    origins: [String: [String]]
  ) -> [ImportedTable] {
    add(table, entity, owners: nil, rootRows: nil, path: [], origins)
    return tables
  }

  private func add(
    _ table: ReadTable,
    _ entity: Entity,
    owners: ImportedOwners?,
    rootRows: [Int]?,
    path: [String],
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
    let converter = FieldConverter(self, entity, path: path, isRoot: owners == nil)
    for source in table.attributes.flatMap(StoredField.leaves) {
      converter.add(source, of: table, to: &imported)
    }
    let place = tables.count
    tables.append(imported)
    for children in table.children {
      add(children, of: entity, place, path, origins, within: imported)
    }
  }

  private func add(
    _ children: ReadChildren,
    of entity: Entity,
    _ place: Int,
    _ path: [String],
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
    add(
      children.table,
      destination,
      owners: ImportedOwners(relationship: inverse.name, table: place, rows: children.owners),
      rootRows: children.owners.map { owner.rootRow(Int($0)) },
      path: path.isEmpty ? origins[name] ?? children.path.components : path,
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

  /// The table with arrays and objects in the place of texts that say what they are: where CSV has them.
  private func expanded(_ table: ReadTable, _ entity: Entity) -> ReadTable {
    var table = table
    let exactNumbers = DecimalPlaces.places(of: entity, in: schema)
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

/// Why fields cannot be imported at all, whatever their values are.
struct ImportRefusal {
  let message: String
  /// A row of the file where that shows; nil where it shows nowhere.
  let row: Int?
  let path: [String]
  let help: String?
  /// Whether the field's name alone is at fault, which stands in the header where there is one.
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
