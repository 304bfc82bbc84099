import Columns
import Context
import Diagnostics
import Model
import Session
import Storage
import Syntax

/// Finds the records that are there already, by their unique keys.
struct UpdatedRecords {
  /// The attributes of each key, all of which the file has.
  let keys: [[String]]

  /// The keys of `entity` that a table has, or the one that `updating by` names.
  init(_ clause: UpdatingSyntax, _ entity: Entity, _ table: ImportedTable) throws {
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
    let all = entity.allUniqueKeys
    let present = all.filter { key in
      key.allSatisfy { table.columns[AttributePath([$0])] != nil }
    }
    if !present.isEmpty { return present }
    if all.isEmpty {
      throw failure(
        "\(entity.name) has no unique key by which records are recognised",
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

  /// The key that a clause names.
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
    guard let key = entity.allUniqueKeys.first(where: { Set($0) == wanted }) else {
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

  /// For each record of a table the one that it gives way to in the end: the last one with the same key, or
  /// that to which this one gives way by another key; its own row where there is none.
  func survivors(in table: ImportedTable) -> [Int] {
    var survivors = Array(0..<table.count)
    for key in keys {
      let columns = self.columns(key, table)
      var last: [Value: Int] = [:]
      for row in stride(from: table.count - 1, through: 0, by: -1) {
        guard let value = Self.value(columns, row) else { continue }
        if let later = last[value] {
          survivors[row] = later
        } else {
          last[value] = row
        }
      }
    }
    // Each gives way to one behind it, which is settled by then.
    for row in survivors.indices.reversed() { survivors[row] = survivors[survivors[row]] }
    return survivors
  }

  /// The record that is there for each of a table; nil for new ones. Notes those whose keys are those of
  /// different records.
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
              message: "the keys are those of different records: \(ids.joined(separator: " and "))"
            )
          )
        }
        holders[row] = holder
      }
    }
    try noteOtherKinds(holders, table, schema, context, note)
    return holders
  }

  /// Notes the records whose key is that of a record of another model with the same root.
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
          message: "the key is that of \(id), which is a \(kind) and no \(table.entity)"
        )
      )
    }
  }

  private func columns(_ key: [String], _ table: ImportedTable) -> [Column] {
    key.compactMap { table.columns[AttributePath([$0])] }
  }

  private static func value(_ columns: [Column], _ row: Int) -> Value? {
    let values = columns.map { $0.value(at: row) }
    if values.contains(where: \.isNull) { return nil }
    return values.count == 1 ? values[0] : .list(values)
  }
}

extension [ImportedTable] {
  /// The same where records of the first table have given way to later ones, to which what stood in them
  /// now belongs.
  ///
  /// - Throws: Where a survivor gives way itself.
  func merged(into survivors: [Int]) throws -> [ImportedTable] {
    let kept = survivors.indices.filter { survivors[$0] == $0 }
    guard kept.count < survivors.count else { return self }
    var places = [Int](repeating: -1, count: survivors.count)
    for (new, old) in kept.enumerated() { places[old] = new }
    func place(of row: Int) throws -> Int {
      let place = places[survivors[row]]
      guard place >= 0 else {
        throw FileFindings([
          .init("records of the file give way to none that is left", file: nil)
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
