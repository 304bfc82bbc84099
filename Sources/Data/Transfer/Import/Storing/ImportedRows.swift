import Binding
import Columns
import Context
import Diagnostics
import Model
import Session
import Storage

/// The numbered records of a file: new ones, and new values for existing ones.
struct ImportedRows {
  private(set) var rows: [RecordRows] = []
  private(set) var updated: [RecordRows] = []
  /// The rows as a change set.
  var changes: ChangeSet {
    var changes = ChangeSet()
    (changes.inserted, changes.updated) = (rows, updated)
    return changes
  }
  /// For each group of records, new ones first, their origin in the file.
  private var sources: [Source] = []

  /// The origin of one `RecordRows`.
  private struct Source {
    let entity: String
    let keys: RecordKeys
    let table: ImportedTable
    /// The rows of listed keys.
    let places: [RecordKey: Int]
    let isNew: Bool
  }

  /// Records of new models, numbered from 1.
  init(ofNewModels tables: [ImportedTable]) {
    var keys: [RecordKeys] = []
    for table in tables {
      keys.append(.range(1..<Int64(table.count) + 1))
      rows.append(table.rows(keys[keys.count - 1], of: keys[keys.count - 1], after: keys))
    }
  }

  /// Records of models in `schema`. Throws ``ImportedIdentities/Failure``.
  ///
  /// - Parameters:
  ///   - holders: The existing record for each of the first table; empty if nothing is updated.
  ///   - binder: Translates names to those of the store.
  ///   - context: Its store reserves numbers, and positions in ordered relationships.
  ///   - fill: Adds missing values to new records.
  ///   - isTrial: Whether numbers are not reserved.
  init(
    _ tables: [ImportedTable],
    holders: [RecordKey?],
    of schema: Schema,
    _ binder: Binder,
    in context: ModelContext,
    isTrial: Bool,
    fill: (inout ImportedTable) throws -> Void
  ) throws {
    var identities = ImportedIdentities(schema, context, isTrial: isTrial)
    var keys: [RecordKeys] = []
    for (place, table) in tables.enumerated() {
      let known = place == 0 ? holders : []
      let new = known.isEmpty ? nil : table.places { known[$0] == nil }
      var fresh = new.map(table.keeping) ?? table
      try fill(&fresh)
      let reserved = try identities.keys(of: &fresh, after: keys)
      let numbers = identities.positions
      let all = new.map { Self.all($0, reserved, known) } ?? reserved
      keys.append(all)
      try add(binder.stored(fresh.rows(reserved, of: all, after: keys)), of: fresh, numbers)
      let held = known.indices.filter { known[$0] != nil }
      // A record keeps what its part of the file lacks.
      let groups = Dictionary(grouping: held) { row in
        Set(table.missing.filter { $0.value[row] }.keys)
      }
      for (missing, rows) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
        var old = table.keeping(rows)
        for name in missing { old.columns[AttributePath([name])] = nil }
        let own = RecordKeys.list(rows.compactMap { known[$0] })
        try update(binder.stored(old.rows(own, of: all, after: keys)), of: old, numbers)
      }
    }
  }

  private mutating func add(
    _ new: RecordRows,
    of table: ImportedTable,
    _ numbers: ImportNumbers
  ) throws {
    var rows = new
    try numbers.position(&rows)
    var places: [RecordKey: Int] = [:]
    if case .list(let keys) = rows.keys { places = keys.places }
    sources.append(
      Source(entity: rows.entity, keys: rows.keys, table: table, places: places, isNew: true)
    )
    self.rows.append(rows)
  }

  private mutating func update(
    _ known: RecordRows,
    of table: ImportedTable,
    _ numbers: ImportNumbers
  ) throws {
    var rows = known
    // An updated record keeps its model, which may specialize the named one.
    rows.columns[AttributePath([Schema.kindAttribute])] = nil
    try numbers.position(&rows)
    let places = rows.keys.all.places
    sources.append(
      Source(entity: rows.entity, keys: rows.keys, table: table, places: places, isNew: false)
    )
    updated.append(rows)
  }

  /// The keys of all records of a table, new and existing.
  private static func all(
    _ new: [Int],
    _ reserved: RecordKeys,
    _ holders: [RecordKey?]
  ) -> RecordKeys {
    var keys = holders
    for (place, row) in new.enumerated() { keys[row] = reserved[place] }
    return .list(keys.compactMap { $0 })
  }

  /// Keeps the positions of records whose references do not change.
  mutating func keepPlaces(in context: ModelContext) throws {
    updated = try updated.map(context.keepingPositions)
  }

  /// A problem of a record, located in the file; nil if the record is not from this file.
  func problem(_ problem: ChangeProblem) -> RowProblem? {
    guard let record = problem.record, let (source, place) = source(of: record) else { return nil }
    let isNew = source.isNew
    let property = problem.properties.first.map { $0.split(separator: ".").map(String.init) }
    return RowProblem(
      row: source.table.rootRow(place),
      path: path(property ?? [], source.table),
      message: ChangeProblemWording.message(problem, isNew: isNew)
    )
  }

  private func path(_ property: [String], _ table: ImportedTable) -> [String] {
    guard let name = property.first, table.owners == nil else { return [] }
    return table.origins[name].map { $0 + property.dropFirst() } ?? property
  }

  private func source(of record: RecordID) -> (Source, Int)? {
    for source in sources where source.entity == record.entity {
      if let place = source.places[record.key] { return (source, place) }
      guard case .range(let range) = source.keys, case .number(let number) = record.key,
        range.contains(number)
      else { continue }
      return (source, Int(number - range.lowerBound))
    }
    return nil
  }
}

extension [RecordKey] {
  /// The place of each key.
  fileprivate var places: [RecordKey: Int] {
    Dictionary(enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Numbers for new records.
struct ImportNumbers {
  private let schema: Schema
  private let store: any Store
  private let isTrial: Bool
  private var taken: [String: Int] = [:]

  init(_ schema: Schema, _ store: any Store, isTrial: Bool) {
    (self.schema, self.store, self.isTrial) = (schema, store, isTrial)
  }

  /// Numbers for `count` records of an entity; on trial they are not reserved.
  mutating func take(_ count: Int, of entity: String) throws -> Range<Int64> {
    let root = schema.root(of: entity)
    guard isTrial else { return try store.writable().reserveKeys(count, of: root) }
    let first = try store.writable().reserveKeys(0, of: root).lowerBound
    let before = try Range(next: taken[root] ?? 0, from: first, of: root)
    let numbers = try Range(next: count, from: before.upperBound, of: root)
    taken[root, default: 0] += count
    return numbers
  }

  /// Assigns positions in ordered relationships.
  func position(_ rows: inout RecordRows) throws {
    let count = rows.count
    for name in rows.references.keys {
      let positions =
        isTrial
        ? Array(repeating: 0, count: count) : Array(try store.writable().reservePositions(count))
      rows.references[name]?.positions = positions
    }
  }
}

extension ImportedTable {
  /// The rows that satisfy `isWanted`, ascending.
  func places(where isWanted: (Int) -> Bool) -> [Int] { (0..<count).filter(isWanted) }
}
