import Model
import Storage

extension ChangeSet {
  /// The number of values.
  var cellCount: Int {
    (inserted + updated).reduce(0) { $0 + $1.count * ($1.columns.count + $1.references.count + 1) }
      + deleted.reduce(0) { $0 + $1.keys.count } + linked.count + unlinked.count
  }

  /// The number of affected records.
  var recordCount: Int {
    var records: Set<RecordID> = []
    for rows in inserted + updated {
      for key in rows.keys.all { records.insert(RecordID(entity: rows.entity, key: key)) }
    }
    for selection in deleted {
      for key in selection.keys.all {
        records.insert(RecordID(entity: selection.entity, key: key))
      }
    }
    for pair in linked.map(\.pair) + unlinked {
      records.insert(RecordID(entity: pair.entity, key: pair.owner))
    }
    return records.count
  }

  /// Whether the set contains no changes.
  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && linked.isEmpty && unlinked.isEmpty
  }
}
