import Columns
import Context
import Model
import Session
import Storage

/// Determines the identities of the new records of a file.
///
/// In the tables of other programs, the file can give numbers, or values that identify a record.
struct ImportedIdentities {
  /// Records that cannot be identified.
  struct Failure: Error {
    let problems: [RowProblem]
  }

  private let schema: Schema
  private let context: ModelContext
  private var numbers: ImportNumbers
  private var taken: Set<RecordID> = []

  init(_ schema: Schema, _ context: ModelContext, isTrial: Bool) {
    (self.schema, self.context) = (schema, context)
    numbers = ImportNumbers(schema, context.container.store, isTrial: isTrial)
  }

  /// Numbers for the positions of records.
  var positions: ImportNumbers { numbers }

  /// The keys of all records of a table, which gets them as values, too. Throws ``Failure``.
  ///
  /// - Parameter others: The keys of the tables before this one.
  mutating func keys(
    of table: inout ImportedTable,
    after others: [RecordKeys]
  ) throws -> RecordKeys {
    let root = schema.root(of: table.entity)
    let parts = schema.entity(root)?.identity.parts ?? []
    guard !parts.isEmpty else {
      return .range(try numbers.take(table.count, of: table.entity))
    }
    var columns: [[Value?]] = []
    for part in parts { columns.append(try values(of: part, table, after: others)) }
    let isNumber = schema.entity(root).map { $0.identity == .numberIn(parts[0].member) } ?? false
    if isNumber {
      try addNumbers(to: &columns[0], table)
      if let range = columns[0].consecutive, table.columns[AttributePath([parts[0].member])] == nil
      {
        table.columns[AttributePath([parts[0].member])] = .int(FixedColumn(values: Array(range)))
        return .range(range)
      }
    }
    try addComputed(to: &columns, parts, table)
    try check(columns, parts, table)
    let keys = (0..<table.count).map { row -> RecordKey in
      let values = columns.map { $0[row] ?? .null }
      if isNumber, case .int(let number) = values[0] { return .number(number) }
      return .values(values)
    }
    try checkAreFree(keys, parts, root, table)
    for (part, column) in zip(parts, columns) {
      guard let type = schema.entity(root)?.attribute(part.member)?.type else { continue }
      table.columns[AttributePath([part.member])] = Column(column.map { $0 ?? .null }, of: type)
    }
    return .list(keys)
  }

  /// The values that the file has; nil for missing ones.
  private func values(
    of part: IdentityPart,
    _ table: ImportedTable,
    after others: [RecordKeys]
  ) throws -> [Value?] {
    if let column = table.columns[AttributePath([part.member])] {
      return (0..<table.count).map { column.isValid($0) ? column.value(at: $0) : nil }
    }
    if let owners = table.owners, owners.relationship == part.member {
      return owners.rows.map { others[owners.table][Int($0)].part(part.place) }
    }
    guard let targets = table.targets[part.member] else {
      return Array(repeating: nil, count: table.count)
    }
    return targets.map { target in
      if case .record(let key)? = target { key.part(part.place) } else { nil }
    }
  }

  /// Adds numbers for the records that have none.
  private mutating func addNumbers(to column: inout [Value?], _ table: ImportedTable) throws {
    let given = Set(column.compactMap { $0 })
    var missing = column.indices.filter { column[$0] == nil }[...]
    while !missing.isEmpty {
      let range: Range<Int64>
      do {
        range = try numbers.take(missing.count, of: table.entity)
      } catch StoreError.missingValue {
        // The numbers have no sequence.
        return
      }
      for number in range where !given.contains(.int(number)) {
        if let row = missing.popFirst() { column[row] = .int(number) }
      }
    }
  }

  /// Adds the values that the database computes.
  private func addComputed(
    to columns: inout [[Value?]],
    _ parts: [IdentityPart],
    _ table: ImportedTable
  ) throws {
    for (place, part) in parts.enumerated() {
      let missing = columns[place].indices.filter { columns[place][$0] == nil }
      guard !missing.isEmpty,
        schema.entity(table.entity)?.attribute(part.member) != nil,
        let store = try context.container.store
          .capability((any KeyComputingStore).self, for: .changing),
        let computed = try store.computeValues(
          missing.count,
          of: part.member,
          in: table.entity,
          isPreview: false
        )
      else { continue }
      for (row, value) in zip(missing, computed) { columns[place][row] = value }
    }
  }

  // MARK: Problems

  /// Throws if parts are missing.
  private func check(
    _ columns: [[Value?]],
    _ parts: [IdentityPart],
    _ table: ImportedTable
  ) throws {
    let id = RecordID(entity: table.entity, key: .values([]))
    var problems: [RowProblem] = []
    for (part, column) in zip(parts, columns) {
      for row in column.indices where column[row] == nil {
        let problem = ChangeProblem.missingValue(id, kind: table.entity, property: part.member)
        problems.append(
          RowProblem(
            row: table.rootRow(row),
            path: table.origins[part.member] ?? [part.member],
            message: ChangeProblemWording.message(problem, isNew: true)
          )
        )
      }
    }
    if !problems.isEmpty { throw Failure(problems: problems) }
  }

  /// Throws if a key occurs twice, or if a record of the store has it.
  private mutating func checkAreFree(
    _ keys: [RecordKey],
    _ parts: [IdentityPart],
    _ root: String,
    _ table: ImportedTable
  ) throws {
    let found = try context.snapshot().references(to: .list(keys), of: root)
    var problems: [RowProblem] = []
    for (row, key) in keys.enumerated() {
      let id = RecordID(entity: root, key: key)
      let isThere = found[row] != Column.nullReference
      guard isThere || !taken.insert(id).inserted else { continue }
      let paths = parts.map { AttributePath([$0.member]) }
      let values = parts.indices.compactMap(key.part)
      let problem: ChangeProblem =
        isThere
        ? .taken(id, kind: table.entity, attributes: paths, values: values, by: id)
        : .repeated(id, kind: table.entity, attributes: paths, values: values, first: id)
      problems.append(
        RowProblem(
          row: table.rootRow(row),
          path: table.origins[parts[0].member] ?? [parts[0].member],
          message: ChangeProblemWording.message(problem, isNew: true)
        )
      )
    }
    if !problems.isEmpty { throw Failure(problems: problems) }
  }
}

extension [Value?] {
  /// The numbers if each is one more than the last.
  fileprivate var consecutive: Range<Int64>? {
    guard case .int(let first)?? = self.first, case .int(let last)?? = self.last else { return nil }
    for (place, value) in enumerated() where value != .int(first &+ Int64(place)) { return nil }
    return last < .max ? first..<last + 1 : nil
  }
}
