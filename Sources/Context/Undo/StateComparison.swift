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
    if problems.isEmpty {
      for rows in left.inserted { problems += try arrivals(rows, left) }
    }
    return problems
  }

  /// Records that somebody else made lead to a new one, which would go.
  private func arrivals(_ rows: RecordRows, _ left: ChangeSet) throws -> [ChangeProblem] {
    let references = try now.references(to: rows.keys, of: rows.entity)
    var problems: [ChangeProblem] = []
    for relationship in try schema.layout(rows.entity).entity.relationships {
      let end = RelationshipEnd(entity: rows.entity, name: relationship.name)
      guard try !schema.isManyToMany(end) else { continue }
      let own = Set(
        (left.inserted + left.updated).filter { $0.entity == relationship.destination }
          .flatMap { $0.keys.all }
      )
      let lists = try now.others(schema.reference(end), of: references)
      let keys = try now.keys(of: relationship.destination, at: lists.members)
      guard relationship.isToMany || relationship.deleteRule != .noAction else { continue }
      for row in references.indices {
        for index in lists.starts[row]..<lists.starts[row + 1] {
          guard let key = keys[index], !own.contains(key),
            rows.references[relationship.name]?.targets[row] != key
          else { continue }
          problems.append(
            .touched(
              RecordID(entity: rows.entity, key: rows.keys[row]),
              property: relationship.name,
              left: .null,
              now: .record(RecordID(entity: relationship.destination, key: key))
            )
          )
        }
      }
    }
    return problems
  }

  private func differences(_ rows: RecordRows) throws -> [ChangeProblem] {
    let keys = rows.keys.all
    let references = try now.references(to: rows.keys, of: rows.entity)
    if let missing = references.firstIndex(of: Column.nullReference) {
      return [.deletedMeanwhile(RecordID(entity: rows.entity, key: keys[missing]), ours: [])]
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
