import Columns
import Model
import Storage

/// Finds out whether records are still as changes left them.
struct StateComparison {
  let schema: StoredSchema
  let now: any StoreSnapshot

  /// What somebody else has touched since; `left` is the change that was made.
  func differences(from left: ChangeSet) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for selection in left.deleted {
      for key in selection.keys.all {
        let id = RecordID(entity: selection.entity, key: key)
        if try now.reference(to: id) != nil {
          problems.append(.touched(id, property: "", left: .null, now: .record(id)))
        }
      }
    }
    for rows in left.inserted + left.updated { problems += try differences(rows) }
    return problems
  }

  private func differences(_ rows: RecordRows) throws -> [ChangeProblem] {
    let keys = rows.keys.all
    let references = try now.references(to: rows.keys, of: rows.entity)
    if let missing = references.firstIndex(of: Column.nullReference) {
      return [.deletedMeanwhile(RecordID(entity: rows.entity, key: keys[missing]))]
    }
    var problems: [ChangeProblem] = []
    for (path, column) in rows.columns.sorted(by: { $0.key.description < $1.key.description }) {
      let current = try now.gather([.attribute(path)], of: rows.entity, at: references)[0]
      for row in keys.indices where current.value(at: row) != column.value(at: row) {
        problems.append(
          .touched(
            RecordID(entity: rows.entity, key: keys[row]),
            property: path.description,
            left: column.value(at: row),
            now: current.value(at: row)
          )
        )
      }
    }
    let reader = RecordReader(try schema.layout(rows.entity), now)
    for (name, given) in rows.references.sorted(by: { $0.key < $1.key }) {
      let current = try reader.targets(of: name, keys: keys).targets
      let end = RelationshipEnd(entity: rows.entity, name: name)
      let destination = try schema.relationship(end).destination
      for row in keys.indices where current[row] != given.targets[row] {
        if try isDangling(given.targets[row], destination) { continue }
        problems.append(
          .touched(
            RecordID(entity: rows.entity, key: keys[row]),
            property: name,
            left: value(given.targets[row], destination),
            now: value(current[row], destination)
          )
        )
      }
    }
    return problems
  }

  /// A reference to a record that is gone reads as nil, though it is as it was left.
  private func isDangling(_ target: RecordKey?, _ entity: String) throws -> Bool {
    guard let target else { return false }
    return try now.reference(to: RecordID(entity: entity, key: target)) == nil
  }

  private func value(_ target: RecordKey?, _ entity: String) -> Value {
    target.map { .record(RecordID(entity: entity, key: $0)) } ?? .null
  }
}
