import Columns
import Model
import SQLGeneration
import Storage
import Synchronization

/// References to records. Where one number identifies the records of an entity, it is the
/// reference.
extension ServerSnapshot {
  // MARK: Numberings

  /// Whether the references of a scan of all records in identity order are their places.
  func usesPlaces(_ entity: String) -> Bool {
    state.withLock { state in
      if let known = state.numberings[entity], !known.isEmpty { return known.arePlaces }
      state.placed.insert(entity)
      return true
    }
  }

  /// What `find` returns for a numbering that knows `keys`, which are those of existing records.
  private func numbering<Result: Sendable>(
    of table: ServerModel.Table,
    knowing keys: [RecordKey],
    _ find: (KeyNumbering) -> Result
  ) throws -> Result {
    let entity = table.mapping.entity
    let known = state.withLock { state -> Result? in
      var numbering = state.numberings[entity] ?? KeyNumbering()
      if !numbering.isComplete {
        guard !state.placed.contains(entity), table.hasComparableKey,
          keys.allSatisfy({ $0.fits(table.key.map(\.type)) }), numbering.add(keys, of: entity)
        else { return nil }
        state.numberings[entity] = numbering
      }
      return find(numbering)
    }
    return try known ?? completeNumbering(of: table, find)
  }

  /// Reads all keys.
  private func completeNumbering<Result: Sendable>(
    of table: ServerModel.Table,
    _ find: (KeyNumbering) -> Result
  ) throws -> Result {
    let entity = table.mapping.entity
    let selection = try ServerSelection([], of: entity, as: "t", in: model)
    let result = try run(
      SQLFragment(
        "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t"
          + " ORDER BY \(table.order(as: "t"))"
      )
    )
    let keys = try keys(result, 0..<table.key.count, table).compactMap { $0 }
    return try state.withLock { state in
      var numbering = state.numberings[entity] ?? KeyNumbering()
      if !numbering.isComplete { try numbering.complete(keys, of: entity) }
      state.numberings[entity] = numbering
      return find(numbering)
    }
  }

  // MARK: Keys

  func keyColumns(
    _ result: some ServerRows,
    _ places: Range<Int>,
    _ table: ServerModel.Table
  ) throws -> [Column] {
    var invalid = 0
    return try zip(places, table.key).map { place, key in
      guard let column = result.column(place, key.type, &invalid) else {
        throw StoreError.typeMismatch(entity: table.mapping.entity, property: key.name)
      }
      return column
    }
  }

  /// The keys in the columns at `places`; nil where one of them is NULL.
  private func keys(
    _ result: some ServerRows,
    _ places: Range<Int>,
    _ table: ServerModel.Table
  ) throws -> [RecordKey?] {
    let columns = try keyColumns(result, places, table)
    let types = table.key.map(\.type)
    return (0..<result.rowCount).map { result.key($0, places, columns, types) }
  }

  /// The references to records of `entity` whose keys are in the columns at `places`.
  func references(
    _ result: some ServerRows,
    _ places: Range<Int>,
    to entity: String
  ) throws -> [Int64] {
    let table = try model.table(entity)
    if table.numberColumn != nil { return result.references(places.lowerBound) }
    let keys = try keys(result, places, table)
    return try numbering(of: table, knowing: keys.compactMap { $0 }) { numbering in
      keys.map { $0.flatMap(numbering.reference) ?? Column.nullReference }
    }
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    let table = try model.table(entity)
    if table.numberColumn != nil {
      return references.map { RecordID(entity: entity, key: .number($0)) }
    }
    // Rows without a key are numbered from 1.
    if table.key.isEmpty {
      return references.map { RecordID(entity: entity, key: .number($0 + 1)) }
    }
    let keys = try numbering(of: table, knowing: []) { references.map($0.key) }
    return try keys.map { key in
      guard let key else { throw StoreError.outdated }
      return RecordID(entity: entity, key: key)
    }
  }

  func reference(to id: RecordID) throws -> Int64? {
    let reference = try findReferences(to: .list([id.key]), of: id.entity)[0]
    return reference == Column.nullReference ? nil : reference
  }

  // MARK: Records by key

  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    let table = try model.table(entity)
    if let column = table.numberColumn { return try numbers(keys.all, column, table) }
    if table.key.isEmpty {
      let count = Int64(try count(of: entity))
      return keys.all.map { key in
        guard case .number(let number) = key, (1...max(count, 1)).contains(number), count > 0
        else { return Column.nullReference }
        return number - 1
      }
    }
    let all = keys.all
    let existing = all.count > KeyNumbering.most ? all : try existingKeys(all, table)
    return try numbering(of: table, knowing: existing) { numbering in
      all.map { numbering.reference(to: $0) ?? Column.nullReference }
    }
  }

  /// The keys that records have.
  private func existingKeys(_ keys: [RecordKey], _ table: ServerModel.Table) throws -> [RecordKey] {
    let entity = table.mapping.entity
    let isKnown = state.withLock { $0.numberings[entity]?.isComplete ?? false }
    if isKnown { return [] }
    let whole = keys.filter { key in
      table.key.indices.allSatisfy { key.part($0).map { !$0.isNull } ?? false }
    }
    let selection = try ServerSelection([], of: entity, as: "t", in: model)
    let condition = try condition(
      that: table.key.map { "t.\($0.name.quotedForSQL)" },
      equal: table.key.indices.map { part in whole.map { $0.part(part) ?? .null } },
      types: table.key.map(\.server)
    )
    let result = try run(
      "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t WHERE " + condition
    )
    return try self.keys(result, 0..<table.key.count, table).compactMap { $0 }
  }

  private func numbers(
    _ keys: [RecordKey],
    _ column: String,
    _ table: ServerModel.Table
  ) throws -> [Int64] {
    let numbers = keys.map { key -> Int64? in
      if case .number(let number) = key { number } else { nil }
    }
    let name = "t.\(column.quotedForSQL)"
    let array = ServerArray.text(numbers.compactMap { $0 }.map(String.init))
    let result = try run(
      "SELECT \(name) FROM \(table.mapping.ownRows) AS t WHERE \(name) = ANY("
        + .binding(.typed(array, type: "int8[]")) + ")"
    )
    let found = Set(result.references(0))
    return numbers.map {
      $0.map { found.contains($0) ? $0 : Column.nullReference }
        ?? Column.nullReference
    }
  }

  func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    let isNumbered = try model.table(entity).numberColumn != nil
    return keys.all.map { key in
      if isNumbered, case .number(let number) = key { number } else { Column.nullReference }
    }
  }
}

extension EntityTable {
  /// Whether the server sorts keys as Martlet does.
  fileprivate var hasComparableKey: Bool {
    key.allSatisfy { part in
      switch part.server {
      case .boolean, .integer, .numeric, .text, .asText, .network, .uuid, .bytes, .date,
        .timestamp, .timestampWithZone:
        true
      case .real, .array: false
      }
    }
  }
}
