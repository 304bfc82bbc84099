/// A table whose rows only link the records of two tables.
struct JoinTable {
  var name: String
  /// The table's name in SQL, and its schema.
  var table: String
  var schema: String?
  /// The two foreign keys, with one column each.
  var keys: (ResolvedForeignKey, ResolvedForeignKey)

  /// Treats `table` as a join table if its columns are two foreign keys, which are unique together,
  /// and optionally a row number that nothing references.
  ///
  /// If a pair may occur twice, rows are more than pairs and remain records.
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
    self.table = table.tableName ?? table.name
    schema = table.schema
    self.keys = (keys[0], keys[1])
  }
}
