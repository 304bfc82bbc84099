import Columns
import Model
import SQLGeneration
import Storage

extension ServerSnapshot {
  func findCount(of entity: String) throws -> Int {
    let table = try model.table(entity)
    let result = try run(SQLFragment("SELECT count(*) FROM \(table.mapping.qualifiedTable)"))
    return result.references(0).first.map { Int($0) } ?? 0
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    let table = try model.table(entity)
    if table.key.isEmpty {
      let count = try count(of: entity)
      return WholeColumnReader(count: count, columns: try wholeColumns(sources, of: entity))
    }
    let selection = try ServerSelection(sources, of: entity, as: "t", in: model)
    let sql =
      "SELECT \(selection.list) FROM \(table.mapping.qualifiedTable) AS t"
      + " ORDER BY \(table.order(as: "t"))"
    return try reader(SQLFragment(sql), selection, of: entity, isWhole: true)
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let table = try model.table(entity)
    if table.key.isEmpty {
      return try wholeColumns(sources, of: entity).map { $0.gathered(at: references) }
    }
    let wanted = Array(Set(references)).filter { $0 != Column.nullReference }.sorted()
    let selection = try ServerSelection(sources, of: entity, as: "t", in: model)
    let keys = table.key.map { "t.\($0.name.quotedForSQL)" }
    let condition = try condition(that: keys, identify: wanted, of: entity)
    let result = try run(
      "SELECT \(selection.list) FROM \(table.mapping.qualifiedTable) AS t WHERE " + condition
    )
    let found = try self.references(result, 0..<keys.count, to: entity)
    var places: [Int64: Int64] = [:]
    for (place, reference) in found.enumerated() { places[reference] = Int64(place) }
    let rows = references.map { places[$0] ?? Column.nullReference }
    return try selection.columns(result, self).map { $0.gathered(at: rows) }
  }

  /// The condition that expressions equal the key of one of the records at `references`.
  func condition(
    that expressions: [String],
    identify references: [Int64],
    of entity: String
  ) throws -> SQLFragment {
    let table = try model.table(entity)
    if table.numberColumn != nil {
      let array = ServerArray.text(references.map(String.init))
      return expressions[0] + " = ANY(" + .binding(.typed(array, type: "int8[]")) + ")"
    }
    let ids = try recordIDs(of: entity, at: references)
    return try condition(
      that: expressions,
      equal: table.key.indices.map { part in ids.map { $0.key.part(part) ?? .null } },
      types: table.key.map(\.server)
    )
  }

  /// The condition that expressions equal values at the same place in `columns`.
  func condition(
    that expressions: [String],
    equal columns: [[Value]],
    types: [ServerType]
  ) throws -> SQLFragment {
    let arrays = zip(columns, types).map { column, type in
      SQLFragment.binding(
        .typed(ServerArray.text(column.map(type.text(of:))), type: type.elementName + "[]")
      )
    }
    let compared = zip(expressions, types).map { $1 == .asText ? "\($0)::text" : $0 }
    return "(\(compared.joined(separator: ", "))) IN (SELECT * FROM unnest("
      + arrays.joined(", ") + "))"
  }

  func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    let table = try model.table(entity)
    guard !table.key.isEmpty,
      table.layout.uniqueKeys.contains(where: {
        Set($0.paths) == Set(paths) && $0.paths.count == paths.count
      })
    else { return nil }
    var types: [ServerType] = []
    var names: [String] = []
    for path in paths {
      guard let column = table.mapping.fields[path], case .server(let type) = column.codec,
        type != .array, type != .asText
      else { return nil }
      types.append(type)
      names.append("t.\(column.name.quotedForSQL)")
    }
    let count = keys.first?.count ?? 0
    let values = keys.map { column in (0..<count).map { column.value(at: $0) } }
    let selection = try ServerSelection(
      paths.map(ColumnSource.attribute),
      of: entity,
      as: "t",
      in: model
    )
    let condition = try condition(that: names, equal: values, types: types)
    let result = try run(
      "SELECT \(selection.list) FROM \(table.mapping.qualifiedTable) AS t WHERE " + condition
    )
    let references = try references(result, 0..<table.key.count, to: entity)
    let columns = try selection.columns(result, self)
    var found: [[Value]: Int64] = [:]
    for (row, reference) in references.enumerated() {
      found[columns.map { $0.value(at: row) }] = reference
    }
    return (0..<count).map { row in
      let key = values.map { $0[row] }
      return key.contains(where: \.isNull)
        ? Column.nullReference
        : found[key] ?? Column.nullReference
    }
  }
}

extension ServerType {
  /// The type of the elements of an array of such values.
  fileprivate var elementName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "int8"
    case .real: "float8"
    case .numeric: "numeric"
    case .uuid: "uuid"
    case .bytes: "bytea"
    case .date: "date"
    case .timestamp: "timestamp"
    case .timestampWithZone: "timestamptz"
    case .text, .asText, .array: "text"
    }
  }
}
