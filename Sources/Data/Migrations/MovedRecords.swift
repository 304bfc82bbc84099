import Expressions
import Model

/// Records that a version would move to other models, which migrations do not support.
struct MovedRecords: Error {
  /// Why records cannot keep their model.
  enum Reason {
    /// The version has no such model.
    case removed
    /// The model no longer has this parent.
    case leaves(String)
    /// The root model gets this parent.
    case joins(String)
  }

  /// The number of the version.
  let version: VersionNumber
  /// The models by their names in the version, and how many records would move.
  let models: [(name: String, count: Int, reason: Reason)]

  /// Finds the records that `version` would move; nil if there are none.
  ///
  /// - Parameter kinds: The model of each record of a root model.
  init?(_ version: DeclaredVersion, from old: Schema, kinds: (String) throws -> [String]) rethrows {
    let names = version.renames(of: old)
    models = try old.entities.compactMap { entity in
      let lineage = old.lineage(of: entity.name).map(names.name)
      guard let reason = Self.reason(lineage, version.schema) else { return nil }
      let count = try kinds(old.root(of: entity.name)).count { $0 == entity.name }
      return count == 0 ? nil : (names.name(entity.name), count, reason)
    }
    if models.isEmpty { return nil }
    self.version = version.number
  }

  /// - Parameter lineage: A model and its ancestors, up to the root.
  private static func reason(_ lineage: [String], _ new: Schema) -> Reason? {
    guard let name = lineage.first, let root = lineage.last else { return nil }
    guard new.entity(name) != nil else {
      // The records of a removed tree are lost with it.
      return new.entity(root) == nil ? nil : .removed
    }
    let next = new.lineage(of: name)
    let previous = lineage.filter { $0 == root || new.entity($0) != nil }
    if let left = previous.first(where: { !next.contains($0) }) { return .leaves(left) }
    return next.last == root ? nil : next.last.map(Reason.joins)
  }
}
