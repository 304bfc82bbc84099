import Columns
import Model
package import SQLGeneration
package import Storage

/// The statements that find violations of the constraints of references in a database.
package protocol ReferenceQueries: NativeDatabase {
  /// Whether a column of one of the records is NULL, if the record has one of the kinds.
  func hasMissing(
    _ column: String,
    in table: EntityMapping,
    _ kinds: [String]?,
    _ numbers: Set<Int64>
  ) throws -> Bool

  /// Whether one of the records does not exist.
  func lacksRecord(of table: EntityMapping, _ numbers: Set<Int64>) throws -> Bool

  /// Clears references of `forth` to the records, except those of the records that `back`
  /// references.
  func clearReferences(of forth: LinkColumn, to numbers: [Int64], back: LinkColumn) throws

  /// Whether the two columns of a one-to-one relationship differ for one of the records of `forth`.
  func hasMismatch(_ forth: LinkColumn, _ back: LinkColumn, _ numbers: [Int64]) throws -> Bool
}

/// A column with references to records.
package struct LinkColumn {
  package let table: EntityMapping
  package let name: String

  /// The number of the table's rows.
  package var rowNumber: String { table.rowNumber }
}

/// Checks the constraints of references of changed records at the end of a change.
package struct ReferenceChecks {
  private let model: any MappedModel
  /// The relationships that records of some submodels require, by root entity.
  private let requirements: [String: [KindRequirement]]
  /// Records that may lack a required relationship.
  private var maybeMissing: [RelationshipEnd: Set<Int64>] = [:]
  /// Records with a changed one-to-one relationship.
  private var oneToOnes: [RelationshipEnd: [Int64]] = [:]
  /// Keys that may be those of missing records.
  private var maybeDangling: [RelationshipEnd: Set<Int64>] = [:]
  /// The numbers of new records that dangling references may name.
  private var inserted: [String: [Int64]] = [:]

  package init(_ model: any MappedModel) {
    self.model = model
    requirements = Dictionary(grouping: model.schema.kindRequirements, by: \.entity)
  }

  /// Registers new records.
  package mutating func note(inserted rows: RecordRows) throws {
    let table = try model.table(rows.entity)
    let numbers = rows.keys.numbers
    for reference in table.layout.references
    where rows.references[reference.relationship.name] == nil {
      noteMissing(reference, of: rows.entity, numbers)
    }
    for requirement in requirements[rows.entity] ?? [] {
      noteMissing(requirement.relationship, of: rows.entity, numbers)
    }
    note(rows, table, numbers)
    let mayBeReferenced = table.layout.references.contains {
      $0.isOneToOne && $0.relationship.deleteRule == .noAction
    }
    if mayBeReferenced { inserted[rows.entity, default: []] += numbers }
  }

  /// Registers changed records.
  package mutating func note(updated rows: RecordRows) throws {
    let numbers = rows.keys.numbers
    if rows.columns[AttributePath([Schema.kindAttribute])] != nil {
      for requirement in requirements[rows.entity] ?? [] {
        noteMissing(requirement.relationship, of: rows.entity, numbers)
      }
    }
    note(rows, try model.table(rows.entity), numbers)
  }

  private mutating func note(_ rows: RecordRows, _ table: EntityTable, _ numbers: [Int64]) {
    for reference in table.layout.references {
      let name = reference.relationship.name
      guard let given = rows.references[name], given.targets.count == numbers.count else {
        continue
      }
      let end = RelationshipEnd(entity: rows.entity, name: name)
      let missing = numbers.indices.filter { given.targets[$0] == nil }.map { numbers[$0] }
      noteMissing(reference, of: rows.entity, missing)
      for requirement in requirements[rows.entity] ?? [] where requirement.relationship == name {
        noteMissing(name, of: rows.entity, missing)
      }
      if reference.isOneToOne { oneToOnes[end, default: []] += numbers }
      if reference.keepsDangling {
        for case .number(let number)? in given.targets {
          maybeDangling[end, default: []].insert(number)
        }
      }
    }
  }

  private mutating func noteMissing(
    _ reference: ReferenceLayout,
    of entity: String,
    _ numbers: [Int64]
  ) {
    guard !reference.relationship.isOptional else { return }
    noteMissing(reference.relationship.name, of: entity, numbers)
  }

  private mutating func noteMissing(
    _ relationship: String,
    of entity: String,
    _ numbers: [Int64]
  ) {
    guard !numbers.isEmpty else { return }
    maybeMissing[RelationshipEnd(entity: entity, name: relationship), default: []]
      .formUnion(numbers)
  }

  /// Throws the first violation.
  package func check(_ db: some ReferenceQueries) throws {
    try releaseOldReferences(db)
    for (end, numbers) in maybeMissing.sorted(by: Self.inOrder) {
      try checkRequired(end, numbers, db)
    }
    for (end, keys) in maybeDangling.sorted(by: Self.inOrder) { try checkKeys(end, keys, db) }
    for (end, numbers) in oneToOnes.sorted(by: Self.inOrder) {
      let relationship = try model.relationship(end.name, of: end.entity)
      guard let forth = try column(end.name, of: end.entity),
        let back = try column(relationship.inverse, of: relationship.destination),
        try db.hasMismatch(forth, back, numbers)
      else { continue }
      throw StoreError.danglingLink(entity: end.entity, relationship: end.name)
    }
  }

  private static func inOrder<Value>(
    _ left: (key: RelationshipEnd, value: Value),
    _ right: (key: RelationshipEnd, value: Value)
  ) -> Bool {
    (left.key.entity, left.key.name) < (right.key.entity, right.key.name)
  }

  /// The column of a to-one relationship.
  private func column(_ relationship: String, of entity: String) throws -> LinkColumn? {
    let table = try model.table(entity).mapping
    return table.toOnes[relationship]?.columns.first.map { LinkColumn(table: table, name: $0) }
  }

  private func checkRequired(
    _ end: RelationshipEnd,
    _ numbers: Set<Int64>,
    _ db: some ReferenceQueries
  ) throws {
    guard let column = try column(end.name, of: end.entity) else { return }
    let kinds = requirements[end.entity]?.first { $0.relationship == end.name }?.kinds.sorted()
    if try db.hasMissing(column.name, in: column.table, kinds, numbers) {
      throw StoreError.missingValue(entity: end.entity, property: end.name)
    }
  }

  /// Throws if a key was never that of a record.
  private func checkKeys(
    _ end: RelationshipEnd,
    _ keys: Set<Int64>,
    _ db: some ReferenceQueries
  ) throws {
    let destination = try model.relationship(end.name, of: end.entity).destination
    let next = try NumberCounter.entity(destination).next(db)
    let unknown = keys.filter { $0 >= next }
    if unknown.isEmpty { return }
    if try db.lacksRecord(of: try model.table(destination).mapping, unknown) {
      throw StoreError.danglingLink(entity: end.entity, relationship: end.name)
    }
  }

  /// A restored record may not reference the other record any more: then clear the references to
  /// it.
  private func releaseOldReferences(_ db: some ReferenceQueries) throws {
    for (entity, numbers) in inserted.sorted(by: { $0.key < $1.key }) {
      let table = try model.table(entity)
      for reference in table.layout.references where reference.isOneToOne {
        let other = try model.table(reference.relationship.destination).mapping
        guard let back = try column(reference.relationship.name, of: entity),
          let forth = other.toOnes[reference.inverse.name], forth.mayDangle,
          let name = forth.columns.first
        else { continue }
        try db.clearReferences(of: LinkColumn(table: other, name: name), to: numbers, back: back)
      }
    }
  }
}

extension RecordKeys {
  /// The keys that are numbers.
  fileprivate var numbers: [Int64] {
    switch self {
    case .range(let range): Array(range)
    case .list(let keys):
      keys.compactMap { if case .number(let number) = $0 { number } else { nil } }
    }
  }
}
