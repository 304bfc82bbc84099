import CoreDataModels
import Foundation
import GRDB

/// A model guessed from the tables: every column is an attribute of the root entity, named as the
/// column in lowercase.
struct GuessedModel {
  let model: ManagedObjectModel

  init(_ db: Database, _ catalogue: StoreCatalogue) {
    let samples = ColumnSamples(db: db)
    let trees = GuessedTrees(catalogue: catalogue)
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
  let catalogue: StoreCatalogue
  /// The maximum depth of a tree.
  private static let mostLevels = 100

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
      let entities = ends.compactMap { catalogue.entity($0.number)?.name }
      guard ends.count == 2, entities.count == 2 else { continue }
      let names = ends.map { $0.name.lowercased() }
      for (end, other) in [(0, 1), (1, 0)] {
        let relationship = ModelRelationship(
          name: names[other],
          destination: entities[other],
          inverse: names[end],
          maxCount: 0,
          isOrdered: table.has("Z_FOK_\(ends[other].number)\(ends[other].name)")
        )
        relationships.append((entities[end], relationship))
      }
    }
  }
}
