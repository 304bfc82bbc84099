import Model
import NativeStores
import SQLGeneration
public import Storage
import Synchronization

extension PostgreSQLStore: SavedQueryStore {
  /// Reserves the next numbers of an entity: from the counter of a native store, otherwise from the
  /// sequence of the key.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    if count > 0 { try checkWritable() }
    let count = Int64(max(0, count))
    let table = try lastModel.table(entity)
    do {
      return try connections.begin { connection throws(ServerFailure) in
        let range =
          try namespace == nil
          ? foreignNumbers(count, table, connection)
          : nativeNumbers(count, table.mapping, connection)
        connections.put(connection)
        return range
      }.range()
    } catch let failure as ServerFailure {
      if failure.code == "22003" { throw StoreError.full(entity: entity) }
      throw failure.error(connections.address, "write", waited: connections.timeout)
    }
  }

  /// Numbers, or why there are none.
  private enum Reservation {
    case numbers(Range<Int64>)
    case failure(StoreError)

    func range() throws(StoreError) -> Range<Int64> {
      switch self {
      case .numbers(let range): return range
      case .failure(let error): throw error
      }
    }
  }

  private func nativeNumbers(
    _ count: Int64,
    _ mapping: EntityMapping,
    _ connection: ServerConnection
  ) throws(ServerFailure) -> Reservation {
    guard let namespace else { return .failure(.readOnly) }
    let numbers = namespace.qualified("martlet_numbers")
    let entity = SQLFragment.binding(.text(mapping.entity))
    // Other programs may have added records.
    var last =
      "(SELECT coalesce(max(\(mapping.rowNumber.quotedForSQL)), 0) + 1 FROM \(mapping.qualifiedTable))"
    if connections.distributesTables {
      // Engines that distribute tables refuse such subqueries in an INSERT.
      last = "\(try connection.run(SQLFragment("SELECT \(last)")).references(0).first ?? 1)"
    }
    if count == 0 {
      let result = try connection.run(
        "SELECT greatest(1, \(last), (SELECT next FROM \(numbers) WHERE entity = " + entity + "))"
      )
      let next = result.references(0).first ?? 1
      return .numbers(next..<next)
    }
    let result = try connection.run(
      "INSERT INTO \(numbers) AS n VALUES (" + entity + ", greatest(1, \(last)) + \(count))"
        + " ON CONFLICT (entity) DO UPDATE SET next = greatest(1, n.next, \(last)) + \(count)"
        + " RETURNING next"
    )
    let end = result.references(0).first ?? 1
    return .numbers(end - count..<end)
  }

  /// Numbers of the sequence of a key. If another writer takes numbers in between, Martlet tries
  /// again.
  private func foreignNumbers(
    _ count: Int64,
    _ table: ServerModel.Table,
    _ connection: ServerConnection
  ) throws(ServerFailure) -> Reservation {
    let entity = table.mapping.entity
    guard let column = table.numberColumn else { return .numbers(1..<1 + count) }
    let name = table.mapping.qualifiedTable
    let facts = try lastModel.facts.columns(of: name, connection)
    guard let sequence = facts[column]?.sequence else {
      let member = table.mapping.fields.first { $0.value.name == column }?.key.description
      return .failure(.missingValue(entity: entity, property: member ?? column))
    }
    if count == 0 {
      // Nobody takes the numbers of a preview.
      let preview = try SequencePreview(of: sequence.literalForSQL, connection)
      guard let next = preview?.next, next > 0 else { return .failure(.full(entity: entity)) }
      return .numbers(next..<next)
    }
    for _ in 0..<50 {
      let result = try connection.run(
        SQLFragment(
          "SELECT nextval(",
          "::regclass) FROM generate_series(1, \(count))",
          binding: .text(sequence)
        )
      )
      let numbers = result.references(0)
      guard let first = numbers.first, let last = numbers.last, first > 0 else {
        return .failure(.full(entity: entity))
      }
      let (end, isTooLarge) = first.addingReportingOverflow(count)
      if isTooLarge { return .failure(.full(entity: entity)) }
      let step = count > 1 ? numbers[1].subtractingReportingOverflow(first).partialValue : 1
      let (distance, overflow) = step.multipliedReportingOverflow(by: count - 1)
      // Nobody else gets the numbers between those of a sequence with larger steps.
      if step > 0, !overflow, last.subtractingReportingOverflow(first) == (distance, false) {
        lastModel.facts.note(lastNumber: last, of: name)
        return .numbers(first..<end)
      }
    }
    return .failure(.outdated)
  }

  /// Reserves the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    guard let namespace else { return try Range(next: count, from: 1, of: "") }
    if count <= 0 || lastModel.version == 0 { return try Range(next: count, from: 1, of: "") }
    do {
      return try connections.begin { connection throws(ServerFailure) in
        let result = try connection.run(
          SQLFragment(
            "UPDATE \(namespace.qualified("martlet_store")) SET value = value + \(count)"
              + " WHERE key = 'next position' RETURNING value"
          )
        )
        connections.put(connection)
        let end = result.references(0).first ?? 1
        return end - Int64(count)..<end
      }
    } catch let failure as ServerFailure {
      if failure.code == "22003" { throw StoreError.full(entity: "") }
      throw failure.error(connections.address, "write", waited: connections.timeout)
    }
  }

  // MARK: Saved queries

  /// The `let` statements of a native store. They are read again after changes by others.
  public func savedQueries() throws -> [String] {
    guard let namespace, let watch else { return [] }
    let number = try watch.numbers()["queries"] ?? 0
    if number == 0 { return [] }
    return try storedQueries.withLock { known in
      if let known, known.number == number { return known.texts }
      let texts = try reading { connection throws(ServerFailure) in
        let result = try connection.run(
          script: "SELECT text FROM \(namespace.qualified("martlet_queries")) ORDER BY place"
        ).last
        return (0..<(result?.rowCount ?? 0)).compactMap { result?.text($0, 0) }
      }
      known = (number, texts)
      return texts
    }
  }

  /// Runs statements without a transaction.
  func reading<Result>(
    _ body: (ServerConnection) throws(ServerFailure) -> Result
  ) throws -> Result {
    do {
      return try connections.begin { connection throws(ServerFailure) in
        let result = try body(connection)
        connections.put(connection)
        return result
      }
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "read")
    }
  }

  /// Changes the saved `let` statements in one transaction.
  public func changeSavedQueries(_ change: ([String]) throws -> [String]) throws {
    guard let namespace else { throw StoreError.readOnly }
    try changeNative(namespace) { transaction, _, _ in
      let kept = try MartletTables.queries(transaction)
      let changed = try change(kept)
      if changed == kept { return }
      try MartletTables.setQueries(changed, transaction)
      try transaction.countQueries()
    }
  }
}

extension ServerTransaction {
  /// Counts a change of the saved queries.
  func countQueries() throws {
    try execute(
      "INSERT INTO martlet_store VALUES ('queries', 1)"
        + " ON CONFLICT (key) DO UPDATE SET value = martlet_store.value + 1"
    )
  }
}
