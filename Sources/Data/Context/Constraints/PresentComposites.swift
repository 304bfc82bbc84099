import Columns
import Model
import Storage

/// Tells for which records a struct is there: one of its leaves has a value.
struct PresentComposites {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot

  /// The places of those of `references` whose struct at `path` is there.
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
  /// Whether the path leads to a part of the struct at `composite`.
  func isWithin(_ composite: AttributePath) -> Bool {
    components.count > composite.components.count
      && components.starts(with: composite.components)
  }
}
