import Columns
import Model
import SQLGeneration
import Storage

extension ServerSnapshot {
  /// Counting the rows of a view can take as long as reading it.
  func countsQuickly(_ entity: String) -> Bool {
    !((try? model.table(entity).mapping.isView) ?? false)
  }

  func findCount(of entity: String) throws -> Int {
    let table = try model.table(entity)
    let sql = SQLFragment("SELECT count(*) FROM \(table.mapping.ownRows)")
    let result = try table.mapping.isView ? runInView(sql) : run(sql)
    return result.references(0).first.map { Int($0) } ?? 0
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    let table = try model.table(entity)
    if table.key.isEmpty {
      // Reading a view may take long, so it is not counted, too.
      let columns = try wholeColumns(sources, of: entity)
      let count = try columns.first?.count ?? knownCount(of: entity) ?? count(of: entity)
      return WholeColumnReader(count: count, columns: columns)
    }
    let selection = try ServerSelection(sources, of: entity, as: "t", in: model)
    let sql =
      "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t"
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
      "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t WHERE " + condition
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
    let compared = zip(expressions, types).map { $1.isConverted ? $1.selected($0) : $0 }
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
        type != .array
      else { return nil }
      if type.isConverted { return try findByServersEquality(paths, keys, table) }
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
      "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t WHERE " + condition
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

extension ServerSnapshot {
  /// Records with values that the columns' types and collations consider equal, as without case;
  /// nil if values of these types cannot be looked up.
  private func findByServersEquality(
    _ paths: [AttributePath],
    _ keys: [Column],
    _ table: ServerModel.Table
  ) throws -> [Int64]? {
    let facts = try facts(of: table)
    var arrays: [SQLFragment] = []
    var conditions: [String] = []
    let count = keys.first?.count ?? 0
    for (place, (path, column)) in zip(paths, keys).enumerated() {
      guard let mapping = table.mapping.fields[path], let fact = facts[mapping.factName],
        fact.comparesStrings || mapping.codec != .server(.asText)
      else { return nil }
      let texts = (0..<count).map { mapping.codec.serverText(of: column.value(at: $0)) }
      arrays.append(try TextArray.binding(texts))
      conditions.append(
        "\(mapping.reference("t")) \(fact.equality) v.c\(place)::\(fact.typeName)"
      )
    }
    let names = paths.indices.map { "c\($0)" }.joined(separator: ", ")
    let selection = try ServerSelection([], of: table.mapping.entity, as: "t", in: model)
    let result = try run(
      "SELECT \(selection.list), v.\"@place\" FROM \(table.mapping.ownRows) AS t JOIN unnest("
        + arrays.joined(", ") + ") WITH ORDINALITY AS v(\(names), \"@place\") ON "
        + conditions.joined(separator: " AND ")
    )
    let references = try references(result, 0..<table.key.count, to: table.mapping.entity)
    var found = [Int64](repeating: Column.nullReference, count: count)
    for (row, place) in result.references(selection.expressions.count).enumerated() {
      found[Int(place) - 1] = references[row]
    }
    return found
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
    case .text, .asText, .network, .array: "text"
    }
  }
}
