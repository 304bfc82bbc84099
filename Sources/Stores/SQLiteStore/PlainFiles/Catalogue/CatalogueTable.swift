/// A table or view in a file's catalogue.
struct CatalogueTable {
  enum Kind {
    case table
    case view
    case virtual
  }

  var name: String
  var kind: Kind
  var isWithoutRowID = false
  /// Whether SQLite enforces the types of columns.
  var isStrict = false
  /// The columns in declared order, without the hidden ones of virtual tables.
  var columns: [CatalogueColumn] = []
  /// The foreign keys in declared order.
  var foreignKeys: [CatalogueForeignKey] = []
  /// The indexes in order of creation.
  var indexes: [CatalogueIndex] = []

  /// The column with a name, compared as SQLite does.
  func column(_ name: String) -> CatalogueColumn? {
    let folded = name.foldedForSQL
    return columns.first { $0.name.foldedForSQL == folded }
  }

  /// The columns of the primary key in its order.
  var primaryKey: [CatalogueColumn] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
  }

  /// The column that contains the row number: `INTEGER PRIMARY KEY`.
  ///
  /// If the primary key has an index, the column contains something else, as for `INTEGER PRIMARY
  /// KEY DESC`.
  var rowNumberColumn: CatalogueColumn? {
    guard kind == .table, !isWithoutRowID, primaryKey.count == 1, let column = primaryKey.first,
      column.declaredType.foldedForSQL == "integer",
      !indexes.contains(where: \.isOfPrimaryKey)
    else { return nil }
    return column
  }

  /// The SQL name of the row number; nil if there is none.
  var rowNumberName: String? {
    if kind != .table || isWithoutRowID { return nil }
    return rowNumberColumn?.name ?? freeNumberName
  }

  /// One of SQLite's names for the row number that no column has; nil if columns have all of them.
  var freeNumberName: String? {
    ["rowid", "_rowid_", "oid"].first { column($0) == nil }
  }

  /// Whether the column with a name has numeric affinity.
  func holdsNumbers(_ name: String) -> Bool {
    column(name).map { ColumnAffinity($0.declaredType, isStrict: isStrict) == .number } ?? false
  }

  /// Whether `columns` are unique, except for NULLs.
  func areUnique(_ columns: [String]) -> Bool {
    let wanted = Set(columns.map(\.foldedForSQL))
    return wanted == Set(primaryKey.map(\.name.foldedForSQL))
      || indexes.contains { $0.isUniqueKey && Set($0.columns.map(\.foldedForSQL)) == wanted }
  }
}

/// A column of a table or view.
struct CatalogueColumn {
  var name: String
  /// The declared type; empty if there is none.
  var declaredType: String
  var isNotNull: Bool
  /// The default as SQL.
  var defaultText: String?
  /// The position in the primary key, from 1; 0 for other columns.
  var keyPlace: Int
  var isGenerated: Bool
}

/// A foreign key.
struct CatalogueForeignKey {
  var table: String
  var columns: [String]
  /// The referenced columns; nil if the declaration names none, which means the primary key.
  var targets: [String]?
  /// `NO ACTION`, `RESTRICT`, `SET NULL`, `SET DEFAULT` or `CASCADE`.
  var deleteAction: String
}

/// An index.
struct CatalogueIndex {
  var name: String
  var columns: [String]
  var isUnique: Bool
  /// Whether SQLite created it for the primary key.
  var isOfPrimaryKey: Bool
  /// Whether it is partial, contains expressions, or has a collation other than BINARY.
  var isSpecial: Bool

  /// Whether its columns are unique.
  var isUniqueKey: Bool { isUnique && !isSpecial }
}
