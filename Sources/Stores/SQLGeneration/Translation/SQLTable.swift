/// A table of a query.
package struct SQLTable {
  /// The mapping of its entity.
  package let mapping: EntityMapping
  /// The alias in the query.
  package let alias: String

  let dialect: SQLDialect

  init(_ mapping: EntityMapping, alias: String, dialect: SQLDialect) {
    self.dialect = dialect
    self.mapping = mapping
    self.alias = alias
  }

  /// `"Budget" AS t0`
  var declaration: SQLFragment { SQLFragment(mapping.ownRows + " AS \(alias)") }

  /// The terms that sort by identity; empty without a key.
  var identityOrder: [SQLFragment] { mapping.identityOrder(as: alias, dialect) ?? [] }

  /// The first column of the key. It is NULL only without a record.
  var firstOfKey: SQLFragment {
    if case .values(let parts) = mapping.key, let first = parts.first, dialect == .postgreSQL {
      return column(first.column.name)
    }
    return rowNumber
  }

  /// The row number.
  package var rowNumber: SQLFragment { column(mapping.rowNumber) }

  /// The column with a name.
  package func column(_ name: String) -> SQLFragment { "\(alias)." + .quoted(name) }

  /// The condition for the entity's rows; nil if it applies to all rows of the table.
  var isOfEntity: SQLFragment? {
    guard let filter = mapping.filter else { return nil }
    let values = filter.values.map { SQLFragment.binding(.integer($0)) }
    // Nearly all rows have these values: an index would find them one by one and unsorted, so the
    // sign disables it.
    return "+" + column(filter.column) + " IN (" + values.joined(", ") + ")"
  }

  /// The condition that a to-one relationship of `owner` references this table's row.
  func isTarget(of link: ToOneMapping, from owner: SQLTable) -> SQLFragment {
    isOfEntity(
      where: link.joinCondition(from: owner.alias, to: alias, rowNumber: mapping.rowNumber)
    )
  }

  /// The condition that a column of the join table `pairs` references this table's row, of whatever
  /// entity.
  func isTarget(of column: JoinColumn, from pairs: String) -> SQLFragment {
    SQLFragment(column.joinCondition(from: pairs, to: alias, rowNumber: mapping.rowNumber))
  }

  /// The condition that this table's row references `owner`'s row by `link`.
  func joinCondition(to owner: SQLTable, by link: ToOneMapping) -> SQLFragment {
    isOfEntity(
      where: link.joinCondition(from: alias, to: owner.alias, rowNumber: owner.mapping.rowNumber)
    )
  }

  /// `condition`, and that this table's row is one of the entity's.
  func isOfEntity(where condition: String) -> SQLFragment {
    isOfEntity.map { condition + " AND " + $0 } ?? SQLFragment(condition)
  }
}

extension EntityMapping {
  /// The quoted name of the table, with its schema.
  package var qualifiedTable: String { table.qualifiedForSQL(by: schema) }

  /// The table without the rows of those that inherit from it, after FROM or UPDATE.
  package var ownRows: String { (isInherited ? "ONLY " : "") + qualifiedTable }

  /// The terms of ORDER BY that sort by identity; nil if rows have no key.
  package func identityOrder(as alias: String, _ dialect: SQLDialect) -> [SQLFragment]? {
    let number = SQLFragment("\(alias).\(rowNumber.quotedForSQL)")
    if dialect == .sqlite { return [number] }
    switch key {
    case .number(column: .some): return [number]
    case .number(column: nil): return nil
    case .values(let parts):
      return parts.map { part in
        let column = "\(alias).\(part.column.name.quotedForSQL)"
        switch part.column.codec {
        case .server(.network): return SQLFragment("abbrev(\(column))\(dialect.byBytes)")
        case .server(.text), .server(.asText):
          return SQLFragment("\(column)::text\(dialect.byBytes)")
        default: return SQLFragment(column)
        }
      }
    }
  }
}

extension JoinTableMapping {
  /// The quoted name of the table, with its schema.
  package var qualifiedTable: String { table.qualifiedForSQL(by: schema) }
}

extension String {
  /// The name of a table in double quotes, after that of its schema.
  fileprivate func qualifiedForSQL(by schema: String?) -> String {
    (schema.map { $0.quotedForSQL + "." } ?? "") + quotedForSQL
  }
}
