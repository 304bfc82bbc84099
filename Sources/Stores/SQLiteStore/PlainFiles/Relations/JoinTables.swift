/// A table whose rows say nothing but which records of two tables belong together.
struct JoinTable {
  /// The table's name.
  var name: String
  /// The two foreign keys, each of one column.
  var keys: (ResolvedForeignKey, ResolvedForeignKey)

  /// Sees `table` as a join table if its columns are two foreign keys, which are unique together, and
  /// perhaps a number of its own, to which nothing refers.
  ///
  /// Where a pair may come twice, a row is more than the pair and stays a record.
  init?(_ table: CatalogueTable, _ keys: [ResolvedForeignKey], isReferredTo: Bool) {
    guard table.kind == .table, !isReferredTo, table.foreignKeys.count == 2, keys.count == 2,
      keys[0].columns.count == 1, keys[1].columns.count == 1,
      keys[0].columns != keys[1].columns
    else { return nil }
    let pair = keys.flatMap(\.columns)
    let others = table.columns.map(\.name).filter { !pair.contains($0) }
    guard others.isEmpty || others == table.rowNumberColumn.map({ [$0.name] }),
      table.areUnique(pair)
    else { return nil }
    name = table.name
    self.keys = (keys[0], keys[1])
  }
}
