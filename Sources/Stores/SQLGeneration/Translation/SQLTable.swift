/// A table of a query.
public struct SQLTable {
  /// How the entity lies in it.
  public let mapping: EntityMapping
  /// Its name within the query.
  public let alias: String

  init(_ mapping: EntityMapping, alias: String) {
    self.mapping = mapping
    self.alias = alias
  }

  /// `"Budget" AS t0`
  var declaration: SQLFragment { .quoted(mapping.table) + " AS \(alias)" }

  /// The row's number.
  public var rowNumber: SQLFragment { column(mapping.rowNumber) }

  /// The column `name`.
  public func column(_ name: String) -> SQLFragment { "\(alias)." + .quoted(name) }

  /// The condition that a row is one of the entity's; nil where all rows of the table are.
  var isOfEntity: SQLFragment? {
    guard let filter = mapping.filter else { return nil }
    let values = filter.values.map { SQLFragment.binding(.integer($0)) }
    // Nearly all rows have these values: an index of the column would lead to them one by one, out of order.
    return "+" + column(filter.column) + " IN (" + values.joined(", ") + ")"
  }

  /// The condition that this table's row is what a to-one relationship of `owner` leads to.
  func isTarget(of link: ToOneMapping, from owner: SQLTable) -> SQLFragment {
    isOfEntity(where: link.leads(from: owner.alias, to: alias, rowNumber: mapping.rowNumber))
  }

  /// The condition that a column of the join table called `pairs` leads to this table's row, whatever entity
  /// of the table that is of.
  func isTarget(of column: JoinColumn, from pairs: String) -> SQLFragment {
    SQLFragment(column.leads(from: pairs, to: alias, rowNumber: mapping.rowNumber))
  }

  /// The condition that this table's row leads to `owner`'s by `link`.
  func leads(to owner: SQLTable, by link: ToOneMapping) -> SQLFragment {
    isOfEntity(where: link.leads(from: alias, to: owner.alias, rowNumber: owner.mapping.rowNumber))
  }

  /// `condition`, and that this table's row is one of the entity's.
  func isOfEntity(where condition: String) -> SQLFragment {
    isOfEntity.map { condition + " AND " + $0 } ?? SQLFragment(condition)
  }
}
