import Columns
import Model
import SQLGeneration
import Storage

extension ServerSnapshot: InvalidValueSnapshot {
  func findInvalidValues(of entity: String, in path: AttributePath) throws -> [InvalidValue] {
    let table = try model.table(entity)
    guard !model.isNative, let mapping = table.mapping.fields[path],
      case .server(let type) = mapping.codec
    else { return [] }
    let selection = try ServerSelection([.attribute(path)], of: entity, as: "t", in: model)
    let column = "t.\(mapping.name.quotedForSQL)"
    var condition = "\(column) IS NOT NULL"
    if let valid = type.validity(of: column) { condition += " AND NOT (\(valid))" }
    // Rows without a key are numbered among all rows.
    let filter = table.key.isEmpty ? "" : " WHERE \(condition)"
    let result = try run(
      SQLFragment(
        "SELECT \(selection.list), \(column)::text FROM \(table.mapping.ownRows) AS t"
          + filter + " ORDER BY \(table.order(as: "t"))"
      )
    )
    guard let values = try selection.fields(result).first else { return [] }
    let place = selection.expressions.count
    let rows = (0..<result.rowCount).filter { row in
      !values.isValid(row) && !result.isNull(row, place)
    }
    let keys = try keys(of: rows, result, table)
    return zip(keys, rows).map { key, row in
      InvalidValue(owner: key, text: String((result.text(row, place) ?? "").prefix(60)))
    }
  }

  private func keys(
    of rows: [Int],
    _ result: ServerResult,
    _ table: ServerModel.Table
  ) throws -> [RecordKey] {
    if table.key.isEmpty { return rows.map { .number(Int64($0) + 1) } }
    if table.numberColumn != nil {
      let numbers = result.references(0)
      return rows.map { .number(numbers[$0]) }
    }
    let columns = try keyColumns(result, 0..<table.key.count, table)
    let types = table.key.map(\.type)
    return rows.map { result.key($0, 0..<columns.count, columns, types) ?? .values([]) }
  }
}
