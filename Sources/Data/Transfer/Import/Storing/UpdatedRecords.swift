import Columns
import Context
import Diagnostics
import Expressions
import Model
import Session
import Storage
import Syntax

/// Finds existing records by their unique keys.
struct UpdatedRecords {
  /// The attributes of each key; the file has all of them.
  let keys: [[String]]
  private let entity: Entity

  /// The keys of `entity` that a table has, or the key in `updating by`.
  init(_ clause: UpdatingSyntax, _ entity: Entity, _ table: ImportedTable) throws {
    self.entity = entity
    keys =
      try clause.key.isEmpty
      ? Self.keys(of: entity, in: table, clause) : [Self.key(clause, of: entity, in: table)]
  }

  /// The keys that a table has.
  private static func keys(
    of entity: Entity,
    in table: ImportedTable,
    _ clause: UpdatingSyntax
  ) throws -> [[String]] {
    let all = entity.identifyingKeys
    let present = all.filter { key in
      key.allSatisfy { table.columns[AttributePath([$0])] != nil }
    }
    if !present.isEmpty { return present }
    if all.isEmpty {
      throw failure(
        "\(entity.name) has no unique key to find existing records",
        clause,
        help: "`extend \(entity.name) { unique (…) }` adds one"
      )
    }
    let names = all.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
    throw failure(
      "the records have no unique key of \(entity.name)",
      clause,
      help: "the keys are \(names)"
    )
  }

  /// The key named in a clause.
  private static func key(
    _ clause: UpdatingSyntax,
    of entity: Entity,
    in table: ImportedTable
  ) throws -> [String] {
    for name in clause.key where entity.attribute(name.text) == nil {
      throw DiagnosticList([
        Diagnostic(
          "\(entity.name) has no attribute `\(name.text)`",
          at: name.span,
          help: [entity.suggestion(for: name.text)].compactMap { $0 }
        )
      ])
    }
    let wanted = Set(clause.key.map(\.text))
    guard let key = entity.identifyingKeys.first(where: { Set($0) == wanted }) else {
      throw failure(
        "(\(clause.key.map(\.text).joined(separator: ", "))) is not a unique key of \(entity.name)",
        clause
      )
    }
    for name in clause.key where table.columns[AttributePath([name.text])] == nil {
      throw DiagnosticList([
        Diagnostic("the records have no `\(name.text)`", at: name.span)
      ])
    }
    return key
  }

  private static func failure(
    _ message: String,
    _ clause: UpdatingSyntax,
    help: String? = nil
  ) -> DiagnosticList {
    let span = clause.key.last.map { clause.span.joined(with: $0.span) } ?? clause.span
    return DiagnosticList([Diagnostic(message, at: span, help: [help].compactMap { $0 })])
  }

  /// The surviving record for each record of a table: the last one with the same key, directly or
  /// through another key; without duplicates its own row.
  func survivors(in table: ImportedTable) -> [Int] {
    var survivors = Array(0..<table.count)
    for key in keys {
      let columns = self.columns(key, table)
      let folding = entity.folding(of: key)
      var last: [Value: Int] = [:]
      for row in stride(from: table.count - 1, through: 0, by: -1) {
        guard let value = Self.value(columns, folding, row) else { continue }
        if let later = last[value] {
          survivors[row] = later
        } else {
          last[value] = row
        }
      }
    }
    // Each survivor comes later and is final by then.
    for row in survivors.indices.reversed() { survivors[row] = survivors[survivors[row]] }
    return survivors
  }

  /// The existing record for each record of a table; nil for new ones. Notes records whose keys
  /// belong to different existing records.
  func holders(
    of table: ImportedTable,
    _ schema: Schema,
    in context: ModelContext,
    note: (RowProblem) -> Void
  ) throws -> [RecordKey?] {
    var holders = [RecordKey?](repeating: nil, count: table.count)
    let root = schema.root(of: table.entity)
    for key in keys {
      let found = try context.holders(
        of: columns(key, table),
        key.map { AttributePath([schema.storedName(of: $0, in: table.entity)]) },
        root
      )
      for (row, holder) in found.enumerated() {
        guard let holder else { continue }
        if let other = holders[row], other != holder {
          let ids = [other, holder].map { RecordID(entity: root, key: $0).description }
          note(
            RowProblem(
              row: table.rootRow(row),
              path: [],
              message: "the keys belong to different records: \(ids.joined(separator: " and "))"
            )
          )
        }
        holders[row] = holder
      }
    }
    try noteOtherKinds(holders, table, schema, context, note)
    return holders
  }

  /// Notes records whose key belongs to a record of another model with the same root.
  private func noteOtherKinds(
    _ holders: [RecordKey?],
    _ table: ImportedTable,
    _ schema: Schema,
    _ context: ModelContext,
    _ note: (RowProblem) -> Void
  ) throws {
    let root = schema.root(of: table.entity)
    guard root != table.entity else { return }
    let rows = holders.indices.filter { holders[$0] != nil }
    let keys = rows.compactMap { holders[$0] }
    for ((row, key), kind) in zip(zip(rows, keys), try context.kinds(of: keys, root))
    where !schema.isKind(kind, of: table.entity) {
      let id = RecordID(entity: root, key: key)
      note(
        RowProblem(
          row: table.rootRow(row),
          path: [],
          message: "the key belongs to \(id), which is a \(kind) and not a \(table.entity)"
        )
      )
    }
  }

  private func columns(_ key: [String], _ table: ImportedTable) -> [Column] {
    key.compactMap { table.columns[AttributePath([$0])] }
  }

  private static func value(_ columns: [Column], _ folding: StringMatch?, _ row: Int) -> Value? {
    let written = columns.map { $0.value(at: row) }
    let values = folding?.folded(written) ?? written
    if values.contains(where: \.isNull) { return nil }
    return values.count == 1 ? values[0] : .list(values)
  }
}

extension [ImportedTable] {
  /// The tables without the first table's duplicates; records in them move to the survivors.
  ///
  /// - Throws: If a survivor is itself a duplicate.
  func merged(into survivors: [Int]) throws -> [ImportedTable] {
    let kept = survivors.indices.filter { survivors[$0] == $0 }
    guard kept.count < survivors.count else { return self }
    var places = [Int](repeating: -1, count: survivors.count)
    for (new, old) in kept.enumerated() { places[old] = new }
    func place(of row: Int) throws -> Int {
      let place = places[survivors[row]]
      guard place >= 0 else {
        throw FileFindings([
          .init("cannot resolve duplicate keys in the file", file: nil)
        ])
      }
      return place
    }
    var tables = self
    tables[0] = self[0].keeping(kept)
    tables[0].targets = try tables[0].targets.mapValues { targets in
      try targets.map { target in
        guard case .row(let row)? = target else { return target }
        return .row(try place(of: row))
      }
    }
    for index in tables.indices.dropFirst() where tables[index].owners?.table == 0 {
      let owners = tables[index].owners?.rows ?? []
      tables[index].owners?.rows = try owners.map { Int64(try place(of: Int($0))) }
    }
    return tables
  }
}
