import CoreDataModels
import Foundation
import GRDB

/// A model guessed from the tables: every column is an attribute of the root entity, named as the
/// column in lowercase.
struct GuessedModel {
  let model: ManagedObjectModel

  init(_ db: Database, _ catalogue: StoreCatalogue) {
    let samples = ColumnSamples(db)
    let trees = GuessedTrees(catalogue)
    var columns: [String: GuessedColumns] = [:]
    for entity in catalogue.entities where trees.parent(of: entity) == nil {
      guard let table = catalogue.table(ofRoot: entity.name) else { continue }
      columns[entity.name] = GuessedColumns(entity.name, table, catalogue, samples)
    }
    let toManys = Dictionary(
      grouping: columns.sorted { $0.key < $1.key }.flatMap(\.value.toManys)
        + GuessedJoins(catalogue).relationships,
      by: \.0
    )
    model = ManagedObjectModel(
      entities: catalogue.entities.map { entity in
        let own = columns[entity.name]
        return ModelEntity(
          name: entity.name,
          parent: trees.parent(of: entity),
          attributes: own?.attributes ?? [],
          relationships: (own?.toOnes ?? [])
            + toManys[entity.name, default: []].map(\.1),
          uniqueKeys: own?.uniqueKeys ?? []
        )
      }
    )
  }
}

/// The inheritance trees in the catalogue.
private struct GuessedTrees {
  private let catalogue: StoreCatalogue
  /// The maximum depth of a tree.
  private static let mostLevels = 100

  init(_ catalogue: StoreCatalogue) {
    self.catalogue = catalogue
  }

  /// The parent entity; nil for roots, for entities that are nested too deeply, and in circles.
  func parent(of entity: StoreCatalogue.NumberedEntity) -> String? {
    var seen: Set<Int64> = [entity.number]
    var next = entity.parent.flatMap(catalogue.entity)
    let parent = next?.name
    while let above = next {
      guard seen.count < Self.mostLevels, seen.insert(above.number).inserted else { return nil }
      next = above.parent.flatMap(catalogue.entity)
    }
    return parent
  }
}

/// The relationships of join tables: `Z_2TAGS` with `Z_2POSTS` and `Z_3TAGS`.
private struct GuessedJoins {
  /// The relationships, each with its entity.
  private(set) var relationships: [(String, ModelRelationship)] = []

  init(_ catalogue: StoreCatalogue) {
    for table in catalogue.tables.values.sorted(by: { $0.name < $1.name })
    where NumberedName(table.name, prefix: "Z_") != nil {
      let ends = table.columns.compactMap { NumberedName($0.name, prefix: "Z_") }
      guard ends.count == 2, let first = catalogue.entity(ends[0].number)?.name,
        let second = catalogue.entity(ends[1].number)?.name
      else { continue }
      let places = table.columns.map(\.name)
      let names = ends.map { $0.name.lowercased() }
      relationships += [
        (
          first,
          ModelRelationship(
            name: names[1],
            destination: second,
            inverse: names[0],
            maxCount: 0,
            isOrdered: places.contains("Z_FOK_\(ends[1].number)\(ends[1].name)")
          )
        ),
        (
          second,
          ModelRelationship(
            name: names[0],
            destination: first,
            inverse: names[1],
            maxCount: 0,
            isOrdered: places.contains("Z_FOK_\(ends[0].number)\(ends[0].name)")
          )
        ),
      ]
    }
  }
}
