import Columns
import Model
import Storage

/// The wrong answers of a ``DamagedStore``.
struct Damage: Sendable {
  typealias ColumnEdit = @Sendable (Column, [Int64]) -> Column
  typealias ListEdit = @Sendable (MemberLists, [Int64]) -> MemberLists

  /// By entity and source.
  var columns: [String: [ColumnSource: ColumnEdit]] = [:]
  /// By entity and relationship.
  var members: [String: [String: ListEdit]] = [:]
  /// The numbers of the records that are reported, by entity.
  var counts: [String: Int] = [:]
  /// References that stand for other records, by entity.
  var identities: [String: [Int64: RecordID]] = [:]
  /// Entities whose records are not found by their identities.
  var unfound: Set<String> = []
  /// Entities whose indexes find nothing.
  var emptyIndexes: Set<String> = []

  init() {}

  /// Makes the record with a number hold another value.
  mutating func set(_ value: Value, _ path: String, of entity: String, _ number: Int64) {
    add(.attribute(AttributePath(path.split(separator: "/").map(String.init))), of: entity) {
      column,
      references in
      let builder = makeColumnBuilder(continuing: column)
      // Rows of a store without deleted records are ordered by number.
      for (row, reference) in references.enumerated() where reference == number - 1 {
        _ = builder.set(row, to: value)
      }
      return builder.column
    }
  }

  /// Lets a to-one relationship of the record with a number reference a row.
  mutating func point(_ name: String, of entity: String, _ number: Int64, to row: Int64) {
    add(.toOne(name), of: entity) { column, references in
      guard case .reference(var targets) = column else { return column }
      for place in references.indices where references[place] == number - 1 {
        targets.values[place] = row
      }
      return .reference(targets)
    }
  }

  /// Makes a to-many relationship of the record with a number have other members.
  mutating func list(_ name: String, of entity: String, _ number: Int64, _ rows: [Int64]) {
    members[entity, default: [:]][name] = { lists, owners in
      var starts = [0]
      var members: [Int64] = []
      for (place, owner) in owners.enumerated() {
        members +=
          owner == number - 1
          ? rows : Array(lists.members[lists.starts[place]..<lists.starts[place + 1]])
        starts.append(members.count)
      }
      return MemberLists(starts: starts, members: members)
    }
  }

  mutating func add(
    _ source: ColumnSource,
    of entity: String,
    _ edit: @escaping ColumnEdit
  ) {
    let previous = columns[entity]?[source]
    columns[entity, default: [:]][source] = { edit(previous?($0, $1) ?? $0, $1) }
  }
}
