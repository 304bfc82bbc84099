import Columns
import Model
import Storage

/// Finds the records with a value in an optional struct.
struct PresentComposites {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot

  /// The indices of `references` with a value in one of the fields of the struct at `path`.
  func places(
    of path: AttributePath,
    _ entity: String,
    at references: [Int64]
  ) throws -> [Int] {
    let leaves = try schema.layout(entity).fields.map(\.path).filter { $0.isWithin(path) }
    let columns = try snapshot.gather(
      leaves.map { .attribute($0) },
      of: entity,
      at: references
    )
    return references.indices.filter { row in columns.contains { $0.isValid(row) } }
  }
}

extension AttributePath {
  /// Whether the path is a part of the struct at `composite`.
  func isWithin(_ composite: AttributePath) -> Bool {
    components.count > composite.components.count
      && components.starts(with: composite.components)
  }
}
