import CoreDataModels
import Foundation
import TableModels

/// A model for stores that do not contain theirs.
extension StoreCatalogue {
  /// The maximum depth of an inheritance tree.
  private static let maxLevels = 100

  /// The entities of the store. Every column is an attribute of the root entity, with the name of
  /// the column in lowercase.
  func guessedModel(_ samples: ColumnSamples) -> ManagedObjectModel {
    ManagedObjectModel(
      entities: entities.map { entity in
        let parent = parent(of: entity)
        let table = parent == nil ? self.table(ofRoot: entity.name) : nil
        return ModelEntity(
          name: entity.name,
          parent: parent,
          attributes: table.map { guessedAttributes($0, samples) } ?? []
        )
      }
    )
  }

  /// The parent entity; nil for roots, for entities that are nested too deeply, and in circles.
  private func parent(of entity: NumberedEntity) -> String? {
    var seen: Set<Int64> = [entity.number]
    let parent = entity.parent.flatMap(self.entity)
    var next = parent
    while let above = next {
      guard seen.count < Self.maxLevels, seen.insert(above.number).inserted else { return nil }
      next = above.parent.flatMap(self.entity)
    }
    return parent?.name
  }

  private func guessedAttributes(
    _ table: CatalogueTable,
    _ samples: ColumnSamples
  ) -> [ModelAttribute] {
    table.columns.compactMap { column in
      // The columns of Core Data itself, and numbers of entities.
      guard column.name.hasPrefix("Z"), column.name.dropFirst().first?.isLetter == true else {
        return nil
      }
      let name = column.name.dropFirst().lowercased()
      return ModelAttribute(name: name, type: Self.type(column, of: table, samples))
    }
  }

  private static func type(
    _ column: CatalogueColumn,
    of table: CatalogueTable,
    _ samples: ColumnSamples
  ) -> ModelAttributeType {
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
