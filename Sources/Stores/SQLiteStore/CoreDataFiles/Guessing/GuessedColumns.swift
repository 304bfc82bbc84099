import CoreDataModels
import Foundation
import GRDB

/// The attributes and relationships that the columns of a table suggest.
struct GuessedColumns {
  private(set) var attributes: [ModelAttribute] = []
  private(set) var toOnes: [ModelRelationship] = []
  /// To-many relationships of other entities, each with its entity.
  private(set) var toManys: [(String, ModelRelationship)] = []
  /// The unique keys that indexes define.
  private(set) var uniqueKeys: [[String]] = []

  private let table: CatalogueTable
  private let catalogue: StoreCatalogue
  private let samples: ColumnSamples
  /// The names of attributes by column, from the names of indexes.
  private var written: [String: String] = [:]

  init(
    _ entity: String,
    _ table: CatalogueTable,
    _ catalogue: StoreCatalogue,
    _ samples: ColumnSamples
  ) {
    self.table = table
    self.catalogue = catalogue
    self.samples = samples
    readIndexes()
    for column in table.columns where !["Z_PK", "Z_ENT", "Z_OPT"].contains(column.name) {
      add(column, of: entity)
    }
  }

  /// `Z_Author_UNIQUE_alias` contains the attribute's name in the model's spelling.
  private mutating func readIndexes() {
    for index in table.indexes where index.isUnique {
      guard let mark = index.name.range(of: "_UNIQUE_") else { continue }
      let names = index.name[mark.upperBound...].split(separator: "_").map(String.init)
      guard names.map({ "Z" + $0.uppercased() }) == index.columns else { continue }
      for (name, column) in zip(names, index.columns) { written[column] = name }
      uniqueKeys.append(names)
    }
  }

  private mutating func add(_ column: CatalogueColumn, of entity: String) {
    if column.name.hasPrefix("Z_") { return }
    if let numbered = NumberedName(column.name, prefix: "Z") {
      addNumbered(numbered, of: entity)
      return
    }
    guard column.name.hasPrefix("Z"), column.name.count > 1 else { return }
    let name = written[column.name] ?? column.name.dropFirst().lowercased()
    if let destination = destination(column) {
      toOnes.append(ModelRelationship(name: name, destination: destination))
    } else {
      attributes.append(ModelAttribute(name: name, type: type(column)))
    }
  }

  /// `Z2ITEMS` references the owner of a to-many relationship of entity 2; `Z2_OWNER` is the entity
  /// that `ZOWNER` references.
  private mutating func addNumbered(_ numbered: NumberedName, of entity: String) {
    guard !numbered.name.hasPrefix("_"), let owner = catalogue.entity(numbered.number)?.name else {
      return
    }
    let relationship = ModelRelationship(
      name: numbered.name.lowercased(),
      destination: entity,
      maxCount: 0,
      isOrdered: table.has("Z_FOK_\(numbered.number)\(numbered.name)")
    )
    toManys.append((owner, relationship))
  }

  /// The entity that a column references: another column contains its number, or the column is
  /// indexed and has the entity's name.
  private func destination(_ column: CatalogueColumn) -> String? {
    guard column.declaredType == "INTEGER" else { return nil }
    for other in table.columns {
      guard let numbered = NumberedName(other.name, prefix: "Z"),
        "Z" + numbered.name.dropFirst() == column.name, numbered.name.hasPrefix("_")
      else { continue }
      return catalogue.entity(numbered.number)?.name
    }
    guard table.indexes.contains(where: { $0.columns == [column.name] && !$0.isUnique }) else {
      return nil
    }
    return catalogue.entities.first { "Z" + $0.name.uppercased() == column.name }?.name
  }

  private func type(_ column: CatalogueColumn) -> ModelAttributeType {
    switch column.declaredType {
    case "INTEGER": return .int64
    case "FLOAT": return .double
    case "DECIMAL": return .decimal
    case "TIMESTAMP": return .date
    case "VARCHAR": return .string
    default: break
    }
    let values = samples.blobs(column.name, of: table.name)
    guard !values.isEmpty else { return .binary }
    if values.allSatisfy({ $0.count == 16 }) { return .uuid }
    return values.allSatisfy { $0.starts(with: "bplist".utf8) } ? .transformable : .binary
  }
}
