import Foundation
import Model
import SQLGeneration
import TableModels

/// Converts the results of the catalogue's statements to tables.
struct ServerCatalogue {
  private let types: ServerTypes
  private var tables: [CatalogueTable] = []
  /// The places of tables by the server's numbers.
  private var places: [Int64: Int] = [:]
  /// The keys in comments by place.
  private var commentedKeys: [Int: CommentedKeys] = [:]
  /// The names of columns by table and the server's numbers.
  private var names: [Int64: [Int64: String]] = [:]

  /// The models of the tables.
  ///
  /// - Parameter parents: The tables that others inherit from and that have own rows, by
  ///   the server's numbers.
  static func model(_ results: [ServerResult], withOwnRows parents: Set<Int64>) -> TableModel? {
    guard results.count == CatalogueQuery.statements.count else { return nil }
    var reader = ServerCatalogue(types: ServerTypes(results[4], results[5], results[6]))
    reader.readTables(results[0], parents)
    reader.readColumns(results[1])
    reader.readKeys(results[2])
    reader.readIndexes(results[3])
    reader.chooseKeys()
    reader.readForeignKeys(results[2])
    reader.readChecks(results[2])
    reader.addCommentedReferences()
    return TableModel(reader.tables, types: reader.usedTypes, distinguishesCase: true)
  }

  /// The enums and structs that columns have, without those of extensions and other SQL schemas.
  private var usedTypes: [DeclaredType] {
    let used = Set(tables.lazy.flatMap(\.columns).flatMap { $0.type.type.declaredNames })
    return types.declared.filter { used.contains($0.name) }
  }

  /// ``no permission to read 2 tables: budget, expense``; nil if all can be read.
  static func unreadableNote(_ results: [ServerResult]) -> String? {
    guard results.count == CatalogueQuery.statements.count else { return nil }
    let rows = results[CatalogueQuery.unreadablePlace]
    if rows.rowCount == 0 { return nil }
    let names = (0..<min(rows.rowCount, 5)).compactMap { rows.text($0, 0) }
    let others = rows.rowCount - names.count
    let tables = rows.rowCount == 1 ? "1 table" : "\(rows.rowCount) tables"
    return "no permission to read \(tables): " + names.joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
      + (rows.rowCount == 1
        ? "; ask its owner for SELECT on it and USAGE on its SQL schema"
        : "; ask their owner for SELECT on them and USAGE on their SQL schema")
  }

  private init(types: ServerTypes) { self.types = types }

  private mutating func readTables(_ rows: ServerResult, _ parents: Set<Int64>) {
    for row in 0..<rows.rowCount {
      let (schema, name) = (rows.text(row, 1) ?? "", rows.text(row, 2) ?? "")
      let isView = rows.text(row, 3).map { ["v", "m"].contains($0) } ?? false
      var table = CatalogueTable(
        name: rows.flag(row, 4) ? name : "\(schema).\(name)",
        kind: isView ? .view : .table
      )
      let keys = rows.text(row, 5).map(CommentedKeys.init)
      if keys?.primaryKey.isEmpty == false || keys?.references.isEmpty == false {
        commentedKeys[tables.count] = keys
      }
      (table.tableName, table.schema, table.comment) = (name, schema, keys?.comment)
      table.isInherited = rows.number(row, 0).map(parents.contains) ?? false
      (table.isStrict, table.enforcesForeignKeys, table.isWithoutRowID) = (true, true, true)
      places[rows.number(row, 0) ?? 0] = tables.count
      tables.append(table)
    }
  }

  private mutating func readColumns(_ rows: ServerResult) {
    for row in 0..<rows.rowCount {
      let (table, number) = (rows.number(row, 0) ?? 0, rows.number(row, 1) ?? 0)
      guard let place = places[table] else { continue }
      let (name, type) = (rows.text(row, 2) ?? "", rows.number(row, 3) ?? 0)
      names[table, default: [:]][number] = name
      let known = types.column(
        type,
        modifier: rows.number(row, 4) ?? -1,
        isDeterministic: rows.flag(row, 9)
      )
      let defaultText = rows.text(row, 8).map(Self.withoutCast)
      var column = CatalogueColumn(
        name: name,
        declaredType: Self.declaredType(known),
        isNotNull: (rows.flag(row, 5) || types.isNotNull(type))
          && !Self.isComputed(defaultText, known),
        defaultText: defaultText,
        keyPlace: 0,
        isGenerated: rows.flag(row, 6),
        knownType: known
      )
      column.isComputedByDefault = Self.isComputed(defaultText, known)
      column.equatesTexts = types.ignoresCase(type) || !rows.flag(row, 9)
      column.digits = types.digits(type, modifier: rows.number(row, 4) ?? -1)
      column.comment = rows.text(row, 10)
      column.textType = types.textType(type)
      column.parts = types.parts(of: type)
      tables[place].columns.append(column)
    }
  }

  /// Whether only the server can compute the default, so that new records need no value.
  private static func isComputed(_ text: String?, _ type: DeclaredColumnType) -> Bool {
    text.map { SQLDefault.value($0, of: type.type) == nil } ?? false
  }

  /// A type in SQL that says whether values are numbers; the rest is in the known type.
  private static func declaredType(_ type: DeclaredColumnType) -> String {
    switch type.codec {
    case .server(.integer): "integer"
    case .server(.text), .server(.asText), .server(.network): "text"
    default: "numeric"
    }
  }

  /// `'new'` for `'new'::text`
  private static func withoutCast(_ text: String) -> String {
    guard let cast = text.range(of: "::", options: .backwards),
      !text[cast.upperBound...].contains("'"), !text[cast.upperBound...].contains(")")
    else { return text }
    return String(text[..<cast.lowerBound])
  }

  private func columns(_ numbers: String?, of table: Int64) -> [String] {
    (numbers ?? "").split(separator: " ").compactMap { Int64($0) }
      .compactMap { names[table]?[$0] }
  }

  private mutating func readKeys(_ rows: ServerResult) {
    for row in 0..<rows.rowCount where rows.text(row, 1) == "p" {
      let table = rows.number(row, 0) ?? 0
      guard let place = places[table] else { continue }
      setKey(columns(rows.text(row, 2), of: table), of: place)
    }
  }

  private mutating func setKey(_ key: [String], of place: Int) {
    for (keyPlace, name) in key.enumerated() {
      guard let column = tables[place].columns.firstIndex(where: { $0.name == name }) else {
        continue
      }
      tables[place].columns[column].keyPlace = keyPlace + 1
    }
    tables[place].isWithoutRowID =
      !(key.count == 1 && tables[place].primaryKey.first?.type.type == .int)
  }

  private mutating func readIndexes(_ rows: ServerResult) {
    for row in 0..<rows.rowCount {
      let table = rows.number(row, 0) ?? 0
      guard let place = places[table], !rows.flag(row, 3) else { continue }
      tables[place].indexes.append(
        CatalogueIndex(
          name: rows.text(row, 1) ?? "",
          columns: columns(rows.text(row, 5), of: table),
          isUnique: rows.flag(row, 2),
          isOfPrimaryKey: false,
          isSpecial: rows.flag(row, 4)
        )
      )
    }
  }

  /// Tables without a primary key are identified by other unique columns that are never NULL.
  private mutating func chooseKeys() {
    for place in tables.indices where tables[place].primaryKey.isEmpty {
      let table = tables[place]
      let key = table.indexes.first { index in
        index.isUniqueKey && !index.columns.isEmpty
          && index.columns.allSatisfy { table.column($0)?.isNotNull ?? false }
      }
      guard table.kind == .table else { continue }
      let columns = key?.columns ?? commentedKeys[place]?.primaryKey ?? []
      if columns.allSatisfy({ table.column($0)?.name == $0 }) { setKey(columns, of: place) }
    }
  }

  /// Adds the foreign keys of comments, which the server does not enforce.
  private mutating func addCommentedReferences() {
    for (place, keys) in commentedKeys.sorted(by: { $0.key < $1.key }) {
      for reference in keys.references {
        let other = tables.first { table in
          table.tableName == reference.table
            && (reference.schema.map { $0 == table.schema } ?? (table.name == table.tableName))
        }
        guard let other, !other.primaryKey.isEmpty,
          reference.columns.allSatisfy({ tables[place].column($0)?.name == $0 })
        else { continue }
        let targets = reference.targets.isEmpty ? other.primaryKey.map(\.name) : reference.targets
        guard targets.count == reference.columns.count,
          targets.allSatisfy({ other.column($0)?.name == $0 })
        else { continue }
        tables[place].foreignKeys.append(
          CatalogueForeignKey(
            table: other.name,
            columns: reference.columns,
            targets: targets,
            deleteAction: "NO ACTION"
          )
        )
        tables[place].enforcesForeignKeys = false
      }
    }
  }

  private mutating func readChecks(_ rows: ServerResult) {
    for row in 0..<rows.rowCount {
      guard let text = rows.text(row, 7), let place = places[rows.number(row, 0) ?? 0] else {
        continue
      }
      tables[place].checks.append(text)
    }
  }

  private mutating func readForeignKeys(_ rows: ServerResult) {
    let actions = ["c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT", "r": "RESTRICT"]
    for row in 0..<rows.rowCount where rows.text(row, 1) == "f" {
      let (owner, target) = (rows.number(row, 0) ?? 0, rows.number(row, 3) ?? 0)
      guard let place = places[owner], let other = places[target],
        !tables[other].primaryKey.isEmpty
      else { continue }
      tables[place].foreignKeys.append(
        CatalogueForeignKey(
          table: tables[other].name,
          columns: columns(rows.text(row, 2), of: owner),
          targets: columns(rows.text(row, 4), of: target),
          deleteAction: rows.text(row, 5).flatMap { actions[$0] } ?? "NO ACTION"
        )
      )
      if !rows.flag(row, 6) { tables[place].enforcesForeignKeys = false }
    }
  }
}

extension ValueType {
  /// The names of the enums and structs of the values.
  fileprivate var declaredNames: [String] {
    switch self {
    case .enumeration(let type): [type.name].compactMap(\.self)
    case .list(let element): element.declaredNames
    case .composite(let type):
      [type.name].compactMap(\.self) + type.fields.flatMap(\.type.declaredNames)
    default: []
    }
  }
}
