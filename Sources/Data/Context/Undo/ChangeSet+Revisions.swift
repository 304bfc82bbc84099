import Columns
import Model
import Storage

extension ChangeSet {
  /// Replaces written values by those that the store has instead.
  mutating func revise(_ revisions: [StoredRevision]) {
    let byEntity = Dictionary(grouping: revisions, by: \.entity)
    for place in inserted.indices {
      if let revisions = byEntity[inserted[place].entity] { inserted[place].revise(revisions) }
    }
    for place in updated.indices {
      if let revisions = byEntity[updated[place].entity] { updated[place].revise(revisions) }
    }
  }
}

extension RecordRows {
  fileprivate mutating func revise(_ revisions: [StoredRevision]) {
    let keys = keys.all
    let places = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
    for (path, revisions) in Dictionary(grouping: revisions, by: \.path) {
      guard let column = columns[path], let type = revisions.first?.type else { continue }
      var values: [Value]?
      for revision in revisions {
        guard let row = places[revision.key], column.value(at: row) == revision.written else {
          continue
        }
        if values == nil { values = keys.indices.map { column.value(at: $0) } }
        values?[row] = revision.stored
      }
      if let values, let revised = Column(values, of: type) { columns[path] = revised }
    }
  }
}
