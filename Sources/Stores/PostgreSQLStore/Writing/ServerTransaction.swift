import Columns
import Foundation
import Model
import NativeStores
import SQLGeneration
import Storage

/// A transaction that changes a database.
final class ServerTransaction: NativeDatabase {
  let connection: ServerConnection
  /// The server's number of the transaction, which identifies its outcome.
  var number: Int64?

  /// Called before a statement that waits for all readers of a table.
  let releaseReaders: () -> Void

  init(_ connection: ServerConnection, releasingReaders release: @escaping () -> Void = {}) {
    (self.connection, releaseReaders) = (connection, release)
  }

  var dialect: SQLDialect { .postgreSQL }

  /// Runs a statement; returns its rows in binary form.
  @discardableResult
  func run(_ sql: SQLFragment) throws -> ServerResult { try connection.run(sql) }

  func execute(_ sql: SQLFragment) throws {
    if sql.bindings.isEmpty {
      try connection.run(script: sql.text)
    } else {
      try connection.run(sql)
    }
  }

  func read(_ sql: SQLFragment, _ body: ([SQLValue]) throws -> Void) throws {
    let result = try connection.run(sql)
    for row in 0..<result.rowCount {
      try body((0..<result.columnCount).map { result.sqlValue(row, $0) })
    }
  }

  func insert(into table: String, _ columns: [String], _ rows: [[SQLValue]]) throws {
    if rows.isEmpty { return }
    let names = columns.map(\.quotedForSQL)
    let types = columns.indices.map { place in
      rows.contains { if case .text = $0[place] { true } else { false } } ? "text" : "bigint"
    }
    let values = zip(names, types).map { "v.\($0)::\($1)" }.joined(separator: ", ")
    var arrays: [SQLFragment] = []
    for place in columns.indices {
      arrays.append(try TextArray.binding(rows.map { $0[place].plainText }))
    }
    try connection.run(
      "INSERT INTO \(table.quotedForSQL) (\(names.joined(separator: ", "))) SELECT \(values)"
        + " FROM unnest(" + arrays.joined(", ") + ") AS v(\(names.joined(separator: ", ")))"
    )
  }

  func hasTable(_ name: String) throws -> Bool { try count(of: name, "r") > 0 }

  func hasIndex(_ name: String) throws -> Bool { try count(of: name, "i") > 0 }

  private func count(of name: String, _ kind: String) throws -> Int64 {
    try self.number(
      SQLFragment(
        "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
          + " AND relkind = '\(kind)' AND relname = ",
        binding: .text(name)
      )
    )
  }

  func hasForeignKey(_ key: NativeStoreTables.ForeignKey) throws -> Bool {
    try self.number(
      SQLFragment(
        "SELECT count(*) FROM pg_constraint WHERE contype = 'f'"
          + " AND connamespace = current_schema()::regnamespace AND conname = ",
        " AND conrelid = ",
        "::regclass",
        binding: .text(key.name),
        .text(key.table.quotedForSQL)
      )
    ) > 0
  }

  func dropIndexes(of table: String) throws {
    releaseReaders()
    let name = SQLValue.text(table.quotedForSQL)
    let constraints = try texts(
      SQLFragment(
        "SELECT conname::text FROM pg_constraint WHERE contype = 'u' AND conrelid = ",
        "::regclass",
        binding: name
      )
    )
    for constraint in constraints {
      try execute("ALTER TABLE \(table.quotedForSQL) DROP CONSTRAINT \(constraint.quotedForSQL)")
    }
    let indexes = try texts(
      SQLFragment(
        "SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
          + " WHERE NOT i.indisprimary AND i.indrelid = ",
        "::regclass",
        binding: name
      )
    )
    for index in indexes { try execute("DROP INDEX \(index.quotedForSQL)") }
  }

  func rename(_ table: String, to name: String) throws {
    releaseReaders()
    try execute("ALTER TABLE \(table.quotedForSQL) RENAME TO \(name.quotedForSQL)")
  }

  func drop(_ table: String) throws {
    releaseReaders()
    let references = try texts(
      SQLFragment(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)"
          + " FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid AND confrelid = ",
        "::regclass",
        binding: .text(table.quotedForSQL)
      )
    )
    for statement in references { try execute(statement) }
    try execute("DROP TABLE \(table.quotedForSQL)")
  }

  func values(
    of column: ColumnMapping,
    _ type: ValueType,
    in table: EntityMapping
  ) throws -> Column {
    let result = try connection.run(
      SQLFragment(
        "SELECT \(column.name.quotedForSQL) FROM \(table.table.quotedForSQL)"
          + " ORDER BY \(table.rowNumber.quotedForSQL)"
      )
    )
    var invalid = 0
    guard let values = result.column(0, column.codec, type, &invalid) else {
      throw StoreError.typeMismatch(entity: table.entity, property: column.name)
    }
    return values
  }

  func write(
    _ values: Column,
    to column: ColumnMapping,
    of table: EntityMapping,
    named name: String,
    _ ids: [Int64]
  ) throws {
    if ids.isEmpty { return }
    let values = values.withoutNegativeZeros
    let texts = ids.indices.map { column.codec.serverText(of: values.value(at: $0)) }
    let key = table.rowNumber.quotedForSQL
    let arrays = [
      try TextArray.binding(ids.map { "\($0)" }), try TextArray.binding(texts),
    ]
    let type = column.codec.writtenType
    try connection.run(
      "UPDATE \(name.quotedForSQL) AS t SET \(column.name.quotedForSQL) = v.value::\(type)"
        + " FROM unnest(" + arrays.joined(", ") + ") AS v(id, value)"
        + " WHERE t.\(key) = v.id::bigint"
    )
  }
}

extension ColumnCodec {
  /// The type of a column of a native store.
  fileprivate var writtenType: String {
    if case .server(let type) = self { type.writtenType } else { "text" }
  }
}

extension SQLValue {
  fileprivate var plainText: String? {
    switch self {
    case .null: nil
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob, .typed: nil
    }
  }
}

extension ServerResult {
  /// A cell by its type: a number or a string.
  fileprivate func sqlValue(_ row: Int, _ column: Int) -> SQLValue {
    let type = type(of: column)
    return withCell(row, column) { cell in
      guard let cell else { return .null }
      if type == 16 { return .integer(Int64(cell.first ?? 0)) }
      if let number = ServerKind(rawValue: type).integer(cell) { return .integer(number) }
      return .text(String(decoding: cell, as: UTF8.self))
    }
  }
}
