import Model
import Storage

/// The records of a graph that does not contain a whole store.
struct GraphSelection {
  /// The root entities whose records are all included.
  var whole: Set<String> = []
  /// The records of other root entities.
  var found: [String: Set<RecordKey>] = [:]

  func contains(_ id: RecordID) -> Bool {
    whole.contains(id.entity) || found[id.entity]?.contains(id.key) == true
  }

  /// The root entities with records in the graph.
  var roots: Set<String> { whole.union(found.keys) }
}
