import CoreDataModels
import Foundation
import GRDB
import Model
import TableModels

/// The entities and tables of a Core Data store.
struct StoreCatalogue {
  /// An entity with the store's number for it.
  struct NumberedEntity {
    let name: String
    let number: Int64
    /// The number of the parent entity, if any.
    let parent: Int64?
  }

  /// The app's entities by number.
  let entities: [NumberedEntity]
  /// The tables by name.
  let tables: [String: CatalogueTable]
  /// The tables that could not be read.
  let notes: [String]

  private let byNumber: [Int64: NumberedEntity]
  private let byName: [String: NumberedEntity]

  /// Entities with greater numbers contain the history of changes.
  private static let firstHistoryNumber: Int64 = 16_000
  /// The maximum number of entities.
  private static let maxEntities = 5000

  init(_ db: Database) throws {
    var reader = CatalogueReader(db: db)
    tables = Dictionary(
      keepingFirst: try reader.tables().map { ($0.name, $0) }
    )
    notes = reader.notes
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY
        WHERE typeof(Z_ENT) = 'integer' AND Z_ENT > 0 AND typeof(Z_NAME) = 'text'
        ORDER BY Z_ENT LIMIT \(Self.maxEntities)
        """
    )
    var names: Set<String> = []
    let all = rows.compactMap { row -> NumberedEntity? in
      guard let number = Int64.fromDatabaseValue(row[0] as DatabaseValue),
        let name = String.fromDatabaseValue(row[1] as DatabaseValue), !name.isEmpty,
        number <= Self.firstHistoryNumber, names.insert(name).inserted
      else { return nil }
      let parent = Int64.fromDatabaseValue(row[2] as DatabaseValue) ?? 0
      return NumberedEntity(name: name, number: number, parent: parent > 0 ? parent : nil)
    }
    entities = all
    byNumber = Dictionary(keepingFirst: all.map { ($0.number, $0) })
    byName = Dictionary(keepingFirst: all.map { ($0.name, $0) })
  }

  /// The number of the entity with a name.
  func number(of name: String) -> Int64? { byName[name]?.number }

  /// The entity with a number.
  func entity(_ number: Int64) -> NumberedEntity? { byNumber[number] }

  /// The table of an inheritance tree, by the name of its root entity.
  func table(ofRoot name: String) -> CatalogueTable? { tables["Z" + name.uppercased()] }
}

extension CatalogueTable {
  /// Whether there is a column with exactly this name.
  func has(_ name: String) -> Bool { columns.contains { $0.name == name } }
}
