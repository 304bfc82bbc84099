import Columns
import Foundation
import Model
import NativeStores
import SQLGeneration
import Storage

/// Writes a change set within a transaction, and checks it.
///
/// New records arrive by COPY; changed and deleted ones in batches of arrays.
final class ServerWriter {
  let model: ServerModel
  let transaction: ServerTransaction
  /// The records that triggers have skipped.
  private(set) var skipped = StoreRevisions()
  private var checks: ReferenceChecks
  private var nextPosition: Int64?

  /// The rows of a statement, and those of a COPY.
  static let (batch, largeBatch) = (5_000, 50_000)

  init(_ model: ServerModel, _ transaction: ServerTransaction) {
    (self.model, self.transaction) = (model, transaction)
    checks = ReferenceChecks(model)
  }

  /// Writes all changes, or throws after writing some of them.
  func make(_ changes: ChangeSet) throws {
    try transaction.execute("SET CONSTRAINTS ALL DEFERRED; SAVEPOINT martlet_changes")
    do {
      try write(changes, deletesFirst: true)
    } catch let failure as ServerFailure where failure.code == "23503" && !model.isNative {
      // The other order also allows moving records away from deleted ones.
      try transaction.execute("ROLLBACK TO martlet_changes")
      try write(changes, deletesFirst: false)
    }
    do {
      try transaction.execute("SAVEPOINT martlet_checks; SET CONSTRAINTS ALL IMMEDIATE")
    } catch let failure as ServerFailure where failure.code.hasPrefix("23") {
      try transaction.execute("ROLLBACK TO martlet_checks")
      throw try ViolationFinder(model, transaction, changes).error(failure, areWritten: true)
    }
    // Many open savepoints slow down the whole server.
    try transaction.execute("RELEASE SAVEPOINT martlet_changes")
  }

  private func write(_ changes: ChangeSet, deletesFirst: Bool) throws {
    skipped = StoreRevisions()
    do {
      try writeAll(changes, deletesFirst)
    } catch let failure as ServerFailure
      where failure.isOfValues && !(failure.code == "23503" && deletesFirst)
    {
      try transaction.execute("ROLLBACK TO martlet_changes")
      throw try ViolationFinder(model, transaction, changes).error(failure, areWritten: false)
    }
  }

  private func writeAll(_ changes: ChangeSet, _ deletesFirst: Bool) throws {
    for (entity, number) in changes.nextNumbers.sorted(by: { $0.key < $1.key }) {
      _ = try model.table(entity)
      if model.isNative { try NumberCounter.entity(entity).raise(to: number, transaction) }
    }
    let layout = { [model] (entity: String) in try model.table(entity).layout }
    let deleted =
      model.isNative
      ? changes.deleted : try DeletionOrder.sorted(changes.deleted, by: \.entity, layout)
    let inserted =
      model.isNative
      ? changes.inserted
      : try DeletionOrder.sorted(changes.inserted, by: \.entity, layout).reversed()
    if deletesFirst { for selection in deleted { try delete(selection) } }
    for rows in inserted { try insert(rows) }
    for rows in changes.updated { try update(rows) }
    let pairs = ServerPairs(self)
    try pairs.unlink(changes.unlinked)
    try pairs.link(changes.linked)
    for linkage in changes.linked {
      try notePositions([linkage.position, linkage.inversePosition])
    }
    if !deletesFirst { for selection in deleted { try delete(selection) } }
    guard model.isNative else { return }
    if let nextPosition { try NumberCounter.positions.raise(to: nextPosition, transaction) }
    try checks.check(transaction)
  }

  func facts(of table: String) throws -> [String: ColumnFacts.Fact] {
    try model.facts.columns(of: table, transaction.connection)
  }

  // MARK: Records

  private func delete(_ selection: RecordSelection) throws {
    let table = try writableTable(selection.entity)
    try ServerPairs(self).unlinkAll(of: selection)
    let facts = try facts(of: table.mapping.qualifiedTable)
    let keys = selection.keys.all
    for start in stride(from: 0, to: keys.count, by: Self.batch) {
      let part = Array(keys[start..<min(start + Self.batch, keys.count)])
      let columns = try WrittenColumns.key(of: part, table, facts)
      let result = try transaction.run(
        "DELETE FROM \(table.mapping.ownRows) AS t USING "
          + (try unnested(columns, 0..<part.count)) + " WHERE " + Self.equality(columns)
      )
      if result.affectedRows == part.count { continue }
      // Foreign keys of other programs' tables may have deleted some.
      if model.isNative { throw try missing(part, table) }
      let left = try existing(part, table).sorted().map { part[$0] }
      if left.isEmpty { continue }
      try note(left, table, facts, in: \.notDeleted)
    }
  }

  /// Notes records that triggers have skipped; throws if the table has no triggers.
  private func note(
    _ keys: [RecordKey],
    _ table: ServerModel.Table,
    _ facts: [String: ColumnFacts.Fact],
    in list: WritableKeyPath<StoreRevisions, [RecordSelection]>
  ) throws {
    let entity = table.mapping.entity
    guard facts.values.contains(where: \.hasTriggers) else {
      throw ServerFailure.policy(RecordID(entity: entity, key: keys[0]))
    }
    skipped[keyPath: list].append(RecordSelection(entity: entity, keys: .list(keys)))
  }

  private func insert(_ rows: RecordRows) throws {
    let table = try writableTable(rows.entity)
    let written = try WrittenColumns(self, rows)
    var columns = try written.columns(isNew: true)
    if table.numberColumn != nil { columns = try written.key() + columns }
    let numbers = rows.keys.all.compactMap { key in
      if case .number(let number) = key { number } else { nil }
    }
    let last = numbers.max()
    if last == .max { throw StoreError.full(entity: rows.entity) }
    var count = 0
    for (columns, part) in Self.withoutOmitted(columns, rows.count) {
      count += try insert(columns, part, into: table.mapping.qualifiedTable)
    }
    if !model.isNative {
      if count < rows.count {
        let there = try existing(rows.keys.all, table)
        let keys = rows.keys.all
        let missing = keys.indices.filter { !there.contains($0) }.map { keys[$0] }
        if !missing.isEmpty { try note(missing, table, written.facts, in: \.notInserted) }
      }
      if !rows.areRestored, let column = table.numberColumn,
        let sequence = written.facts[column]?.sequence
      {
        try KeySequence(sequence, of: table.mapping.qualifiedTable, model, transaction)
          .advance(past: numbers)
      }
    }
    if model.isNative {
      if let last { try NumberCounter.entity(rows.entity).raise(to: last + 1, transaction) }
      try checks.note(inserted: rows)
    }
  }

  /// The rows that have values in the same columns, with these columns.
  private static func withoutOmitted(
    _ columns: [WrittenColumn],
    _ count: Int
  ) -> [(columns: [WrittenColumn], rows: [Int])] {
    if count == 0 { return [] }
    let optional = columns.indices.filter { columns[$0].isOmitted != nil }
    if optional.isEmpty { return [(columns, Array(0..<count))] }
    let groups = Dictionary(grouping: 0..<count) { row in
      optional.filter { columns[$0].isOmitted?(row) ?? false }
    }
    return groups.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }.map { omitted, rows in
      (columns.indices.filter { !omitted.contains($0) }.map { columns[$0] }, rows)
    }
  }

  /// Inserts rows by COPY if the table allows it and all columns have a binary form. Returns how
  /// many there are.
  private func insert(_ columns: [WrittenColumn], _ rows: [Int], into table: String) throws -> Int {
    let names = columns.map(\.target).joined(separator: ", ")
    let binary = columns.compactMap(\.binary)
    if binary.count == columns.count, columns.allSatisfy(\.fact.allowsCopy),
      let count = try copy(binary, rows, "\(table) (\(names))")
    {
      return count
    }
    var count = 0
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      let values = columns.map { "v.\($0.name.quotedForSQL)::\($0.type)" }.joined(separator: ", ")
      count += try transaction.run(
        "INSERT INTO \(table) (\(names)) OVERRIDING SYSTEM VALUE SELECT \(values) FROM "
          + (try unnested(columns, rows[start..<min(start + Self.batch, rows.count)]))
      ).affectedRows
    }
    return count
  }

  /// Returns nil, having written nothing, if a value does not fit its column.
  private func copy(
    _ columns: [(inout BinaryValues, Int) -> Void],
    _ rows: [Int],
    _ target: String
  ) throws -> Int? {
    var count = 0
    for start in stride(from: 0, to: rows.count, by: Self.largeBatch) {
      var values = BinaryValues()
      for row in rows[start..<min(start + Self.largeBatch, rows.count)] {
        values.beginRow(columns.count)
        for write in columns { write(&values, row) }
      }
      values.end()
      if values.isOutOfRange {
        guard start == 0 else { throw ServerFailure.outOfRange }
        return nil
      }
      count += try transaction.connection.copy(
        "COPY \(target) FROM STDIN (FORMAT binary)",
        Data(values.bytes)
      )
    }
    return count
  }

  private func update(_ rows: RecordRows) throws {
    let table = try writableTable(rows.entity)
    let written = try WrittenColumns(self, rows)
    let columns = try written.columns(isNew: false)
    let key = try written.key()
    let prefixed = columns.enumerated().map { place, column in
      "\(column.target) = v.\("c\(place)".quotedForSQL)::\(column.type)"
    }
    let first = table.key.first?.name.quotedForSQL ?? ""
    let sets = prefixed.isEmpty ? ["\(first) = t.\(first)"] : prefixed
    let hasTriggers = !model.isNative && written.facts.values.contains(where: \.hasTriggers)
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      let part = start..<min(start + Self.batch, rows.count)
      let returned =
        hasTriggers
        ? " RETURNING " + key.map { "v.\($0.name.quotedForSQL)" }.joined(separator: ", ") : ""
      let result = try transaction.run(
        "UPDATE \(table.mapping.ownRows) AS t SET \(sets.joined(separator: ", ")) FROM "
          + (try unnested(key, part, values: columns)) + " WHERE " + Self.equality(key) + returned
      )
      if result.affectedRows >= part.count { continue }
      guard hasTriggers else { throw try missing(part.map { rows.keys[$0] }, table) }
      let changed = Set(
        (0..<result.rowCount).map { row in key.indices.map { result.text(row, $0) } }
      )
      let others = part.filter { row in !changed.contains(key.map { $0.text(row) }) }
        .map { rows.keys[$0] }
      let there = try existing(others, table)
      if let gone = others.indices.first(where: { !there.contains($0) }) {
        throw StoreError.missingRecord(RecordID(entity: rows.entity, key: others[gone]))
      }
      try note(others, table, written.facts, in: \.notUpdated)
    }
    if model.isNative { try checks.note(updated: rows) }
  }

  private func writableTable(_ entity: String) throws -> ServerModel.Table {
    let table = try model.table(entity)
    if table.key.isEmpty { throw StoreError.readOnly }
    return table
  }

  // MARK: Positions

  /// Reserves positions for `count` members.
  func takePositions(_ count: Int) throws -> [Int64] {
    let first = try nextPosition ?? NumberCounter.positions.next(transaction)
    let positions = try Range(next: count, from: first, of: "")
    nextPosition = positions.upperBound
    return Array(positions)
  }

  /// Makes sure that the next positions are greater than `positions`.
  func notePositions(_ positions: [Int64]) throws {
    guard let last = positions.max(), model.isNative else { return }
    let next = try nextPosition ?? NumberCounter.positions.next(transaction)
    nextPosition = max(next, last == .max ? last : last + 1)
  }
}

extension ServerFailure {
  /// Whether the server refuses a value: it violates a constraint, does not fit its type, or is too
  /// large for an index.
  var isOfValues: Bool { code.hasPrefix("23") || code.hasPrefix("22") || code == "54000" }

  /// A change of a visible row had no effect, although no triggers skip rows.
  static func policy(_ id: RecordID) -> ServerFailure {
    ServerFailure(
      code: "42501",
      message: "no error but did not change \(id): a rule discards the change, or"
        + " a row-level security policy does not permit changing \(id)"
    )
  }

  fileprivate static let outOfRange = ServerFailure(
    code: "22003",
    message: "a value is out of the range of its column's type"
  )
}
