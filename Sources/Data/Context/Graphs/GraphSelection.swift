import Model
import Storage

/// Which records belong to a graph that has not all of a store.
struct GraphSelection {
  /// The root entities of which all records belong to it.
  var whole: Set<String> = []
  /// Records of the others, by root entity.
  var found: [String: Set<RecordKey>] = [:]

  func contains(_ id: RecordID) -> Bool {
    whole.contains(id.entity) || found[id.entity]?.contains(id.key) == true
  }

  /// The root entities that have records in it.
  var roots: Set<String> { whole.union(found.keys) }
}
