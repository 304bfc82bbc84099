import Columns
import GRDB
import GRDBSQLite
import Model
import NativeStores
import SQLGeneration
import Storage

/// Checks the constraints of changed records at the end of a change.
final class ChangeChecks {
  private let model: FileModel
  private let db: Database
  /// The relationships that records of some submodels require, by root entity.
  private let requirements: [String: [KindRequirement]]
  /// Records that may lack a required relationship.
  private var maybeMissing: [RelationshipEnd: Set<Int64>] = [:]
  /// Records with a changed one-to-one relationship.
  private var oneToOnes: [RelationshipEnd: [Int64]] = [:]
  /// Keys that may be those of missing records.
  private var maybeDangling: [RelationshipEnd: Set<Int64>] = [:]
  /// The numbers of new records.
  private var inserted: [String: [Int64]] = [:]

  init(_ model: FileModel, _ db: Database) {
    self.model = model
    self.db = db
    requirements = Dictionary(grouping: model.schema.kindRequirements, by: \.entity)
  }

  /// Registers new records.
  func note(inserted rows: RecordRows) throws {
    let table = try model.table(rows.entity)
    for reference in table.layout.references where rows.references[reference.name] == nil {
      noteMissing(reference, of: rows.entity, rows.keys.numbers)
    }
    for requirement in requirements[rows.entity] ?? [] {
      noteMissing(requirement.relationship, of: rows.entity, rows.keys.numbers)
    }
    try note(rows, table)
    if mayBeReferenced(table) { inserted[rows.entity, default: []] += rows.keys.numbers }
  }

  /// Registers changed records.
  func note(updated rows: RecordRows) throws {
    let table = try model.table(rows.entity)
    if rows.columns[AttributePath([Schema.kindAttribute])] != nil {
      for requirement in requirements[rows.entity] ?? [] {
        noteMissing(requirement.relationship, of: rows.entity, rows.keys.numbers)
      }
    }
    try note(rows, table)
  }

  private func note(_ rows: RecordRows, _ table: FileModel.Table) throws {
    let numbers = rows.keys.numbers
    for reference in table.layout.references {
      guard let given = rows.references[reference.name] else { continue }
      let end = RelationshipEnd(entity: rows.entity, name: reference.name)
      let nulls = given.targets.indices.filter { given.targets[$0] == nil }
      guard numbers.count == given.targets.count else { continue }
      let missing = nulls.map { numbers[$0] }
      noteMissing(reference, of: rows.entity, missing)
      for requirement in requirements[rows.entity] ?? []
      where requirement.relationship == reference.name {
        noteMissing(reference.name, of: rows.entity, missing)
      }
      if reference.isOneToOne { oneToOnes[end, default: []] += numbers }
      if reference.keepsDangling {
        for case .number(let number)? in given.targets {
          maybeDangling[end, default: []].insert(number)
        }
      }
    }
  }

  private func noteMissing(_ reference: ReferenceLayout, of entity: String, _ numbers: [Int64]) {
    guard !reference.relationship.isOptional else { return }
    noteMissing(reference.name, of: entity, numbers)
  }

  private func noteMissing(_ relationship: String, of entity: String, _ numbers: [Int64]) {
    guard !numbers.isEmpty else { return }
    maybeMissing[RelationshipEnd(entity: entity, name: relationship), default: []]
      .formUnion(numbers)
  }

  /// Throws the first violation.
  func check() throws {
    try releaseOldReferences()
    for (end, numbers) in maybeMissing.sorted(by: Self.inOrder) { try checkRequired(end, numbers) }
    for (end, keys) in maybeDangling.sorted(by: Self.inOrder) { try checkKeys(end, keys) }
    for (end, numbers) in oneToOnes.sorted(by: Self.inOrder) { try checkOneToOne(end, numbers) }
    var (pending, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &pending, &highest, 0)
    if pending > 0 { try ReferenceCheck(model: model, db: db).check() }
  }

  private static func inOrder<Value>(
    _ left: (key: RelationshipEnd, value: Value),
    _ right: (key: RelationshipEnd, value: Value)
  ) -> Bool {
    (left.key.entity, left.key.name) < (right.key.entity, right.key.name)
  }

  // MARK: Required relationships

  private func checkRequired(_ end: RelationshipEnd, _ numbers: Set<Int64>) throws {
    let table = try model.table(end.entity)
    guard let column = table.mapping.toOnes[end.name]?.columns.first else { return }
    var condition = "\(table.mapping.rowNumber.quotedForSQL) = ? AND \(column.quotedForSQL) IS NULL"
    let kinds = requirements[end.entity]?.first { $0.relationship == end.name }?.kinds.sorted()
    if let kinds, let kind = table.mapping.fields[AttributePath([Schema.kindAttribute])] {
      let marks = Array(repeating: "?", count: kinds.count).joined(separator: ", ")
      condition += " AND \(kind.name.quotedForSQL) IN (\(marks))"
    }
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM \(table.mapping.table.quotedForSQL) WHERE \(condition)"
    )
    for number in numbers {
      statement.bind(number, at: 1)
      for (place, kind) in (kinds ?? []).enumerated() {
        statement.bind(.text(kind), at: Int32(place + 2))
      }
      defer { statement.reset() }
      if try statement.step(db) {
        throw StoreError.missingValue(entity: end.entity, property: end.name)
      }
    }
  }

  // MARK: Missing records

  /// Throws if a key was never that of a record.
  private func checkKeys(_ end: RelationshipEnd, _ keys: Set<Int64>) throws {
    guard let relationship = model.stored.entity(end.entity)?.relationship(end.name) else { return }
    let target = try model.table(relationship.destination).mapping
    let next = try NumberCounter.entity(relationship.destination).next(db.native)
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM \(target.table.quotedForSQL)"
        + " WHERE \(target.rowNumber.quotedForSQL) = ?"
    )
    for key in keys {
      statement.bind(key, at: 1)
      defer { statement.reset() }
      guard try statement.step(db) || key < next else {
        throw StoreError.danglingLink(entity: end.entity, relationship: end.name)
      }
    }
  }

  /// Whether other tables may still contain references to deleted records of this one.
  private func mayBeReferenced(_ table: FileModel.Table) -> Bool {
    table.layout.references.contains { $0.isOneToOne && $0.relationship.deleteRule == .noAction }
  }

  /// A restored record may not reference the other record any more: then clear the references to
  /// it.
  private func releaseOldReferences() throws {
    for (entity, numbers) in inserted.sorted(by: { $0.key < $1.key }) {
      let table = try model.table(entity)
      for reference in table.layout.references where reference.isOneToOne {
        let other = try model.table(reference.relationship.destination).mapping
        guard let back = table.mapping.toOnes[reference.name]?.columns.first,
          let forth = other.toOnes[reference.inverse.name], forth.mayDangle,
          let column = forth.columns.first?.quotedForSQL
        else { continue }
        let statement = try db.cachedStatement(
          sql: "UPDATE \(other.table.quotedForSQL) SET \(column) = NULL WHERE \(column) = ?1"
            + " AND \(other.rowNumber.quotedForSQL) IS NOT (SELECT \(back.quotedForSQL)"
            + " FROM \(table.mapping.table.quotedForSQL)"
            + " WHERE \(table.mapping.rowNumber.quotedForSQL) = ?1)"
        )
        for number in numbers {
          statement.bind(number, at: 1)
          try statement.run(db)
        }
      }
    }
  }

  // MARK: One to one

  /// Checks that both columns of one-to-one relationships match.
  private func checkOneToOne(_ end: RelationshipEnd, _ numbers: [Int64]) throws {
    guard let relationship = model.stored.entity(end.entity)?.relationship(end.name) else { return }
    let near = try model.table(end.entity).mapping
    let far = try model.table(relationship.destination).mapping
    guard let forth = near.toOnes[end.name]?.columns.first?.quotedForSQL,
      let back = far.toOnes[relationship.inverse]?.columns.first?.quotedForSQL
    else { return }
    let (nearKey, farKey) = (near.rowNumber.quotedForSQL, far.rowNumber.quotedForSQL)
    let tables = "\(near.table.quotedForSQL) AS n JOIN \(far.table.quotedForSQL) AS f"
    let statements = try [
      "SELECT 1 FROM \(tables) ON f.\(farKey) = n.\(forth)"
        + " WHERE n.\(nearKey) = ? AND f.\(back) IS NOT n.\(nearKey)",
      "SELECT 1 FROM \(tables) ON f.\(back) = n.\(nearKey)"
        + " WHERE n.\(nearKey) = ? AND n.\(forth) IS NOT f.\(farKey)",
    ].map { try db.cachedStatement(sql: $0) }
    for number in numbers {
      for statement in statements {
        statement.bind(number, at: 1)
        defer { statement.reset() }
        if try statement.step(db) {
          throw StoreError.danglingLink(entity: end.entity, relationship: end.name)
        }
      }
    }
  }
}

extension ReferenceLayout {
  fileprivate var name: String { relationship.name }
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
