/// A table or view as the catalogue of a file describes it.
struct CatalogueTable {
  enum Kind {
    case table
    case view
    case virtual
  }

  var name: String
  var kind: Kind
  /// Whether the rows have no numbers.
  var isWithoutRowID = false
  /// Whether SQLite holds every value to its column's type.
  var isStrict = false
  /// In declared order; those that virtual tables hide are left out.
  var columns: [CatalogueColumn] = []
  /// In declared order.
  var foreignKeys: [CatalogueForeignKey] = []
  /// In the order in which they were made.
  var indexes: [CatalogueIndex] = []

  /// The column called `name`, as SQLite compares names.
  func column(_ name: String) -> CatalogueColumn? {
    let folded = name.foldedForSQL
    return columns.first { $0.name.foldedForSQL == folded }
  }

  /// The columns of the primary key in its order.
  var primaryKey: [CatalogueColumn] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
  }

  /// The column that holds the rows' numbers: `INTEGER PRIMARY KEY`.
  ///
  /// An index for a primary key says that it holds something else, as with `INTEGER PRIMARY KEY DESC`.
  var rowNumberColumn: CatalogueColumn? {
    guard kind == .table, !isWithoutRowID, primaryKey.count == 1, let column = primaryKey.first,
      column.declaredType.foldedForSQL == "integer",
      !indexes.contains(where: \.isOfPrimaryKey)
    else { return nil }
    return column
  }

  /// The name by which SQL reads the rows' numbers; nil where there is none.
  var rowNumberName: String? {
    if kind != .table || isWithoutRowID { return nil }
    return rowNumberColumn?.name ?? freeNumberName
  }

  /// One of SQLite's names for the rows' numbers that no column has; nil where columns have all of them.
  var freeNumberName: String? {
    ["rowid", "_rowid_", "oid"].first { column($0) == nil }
  }

  /// Whether the column called `name` is declared so that texts of numbers become numbers in it.
  func holdsNumbers(_ name: String) -> Bool {
    column(name).map { ColumnAffinity($0.declaredType, isStrict: isStrict) == .number } ?? false
  }

  /// Whether no two rows share the values of all of `columns`, as far as none of them is NULL.
  func areUnique(_ columns: [String]) -> Bool {
    let wanted = Set(columns.map(\.foldedForSQL))
    return wanted == Set(primaryKey.map(\.name.foldedForSQL))
      || indexes.contains { $0.isUniqueKey && Set($0.columns.map(\.foldedForSQL)) == wanted }
  }
}

/// A column of a table or view.
struct CatalogueColumn {
  var name: String
  /// The type as it was declared; empty where none was.
  var declaredType: String
  var isNotNull: Bool
  /// The default as SQL.
  var defaultText: String?
  /// The place in the primary key, from 1; 0 outside of it.
  var keyPlace: Int
  var isGenerated: Bool
}

/// A foreign key.
struct CatalogueForeignKey {
  var table: String
  var columns: [String]
  /// The columns that are referred to; nil where the declaration names none, which means the primary key.
  var targets: [String]?
  /// `NO ACTION`, `RESTRICT`, `SET NULL`, `SET DEFAULT` or `CASCADE`.
  var deleteAction: String
}

/// An index that serves every row and is ordered by columns alone, as bytes are.
struct CatalogueIndex {
  var name: String
  var columns: [String]
  var isUnique: Bool
  /// Whether SQLite made it for the primary key.
  var isOfPrimaryKey: Bool
  /// Whether it is partial, of expressions, or in another order than that of bytes.
  var isSpecial: Bool

  /// Whether no two rows share what its columns hold.
  var isUniqueKey: Bool { isUnique && !isSpecial }
}
