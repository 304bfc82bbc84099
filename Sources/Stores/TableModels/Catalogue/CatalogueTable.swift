package import SQLGeneration

/// A table or view in the catalogue of a database.
package struct CatalogueTable {
  package enum Kind {
    case table
    case view
    case virtual
  }

  package var name: String
  package var kind: Kind
  /// The table's name in its schema, if ``name`` is qualified.
  package var tableName: String?
  /// The name of the SQL schema; nil if the database has only one.
  package var schema: String?
  /// The description for readers; nil if there is none.
  package var comment: String?
  package var isWithoutRowID = false
  /// Whether other tables inherit from the table.
  package var isInherited = false
  /// Whether the database enforces the types of columns.
  package var isStrict = false
  /// Whether the database enforces foreign keys; programs can switch that off in SQLite.
  package var enforcesForeignKeys = false
  /// The columns in declared order, without the hidden ones of virtual tables.
  package var columns: [CatalogueColumn] = []
  /// The foreign keys in declared order.
  package var foreignKeys: [CatalogueForeignKey] = []
  /// The indexes in order of creation.
  package var indexes: [CatalogueIndex] = []
  /// The conditions that rows must satisfy, for readers.
  package var checks: [String] = []

  package init(name: String, kind: Kind) {
    (self.name, self.kind) = (name, kind)
  }

  /// The column with a name; without one, the column whose name differs only in case.
  package func column(_ name: String) -> CatalogueColumn? {
    // By bytes: names that differ only in Unicode normalization are different columns.
    if let column = columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return column
    }
    let folded = name.foldedForSQL
    return columns.first { $0.name.foldedForSQL.utf8.elementsEqual(folded.utf8) }
  }

  /// The columns of the primary key in its order.
  package var primaryKey: [CatalogueColumn] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
  }

  /// The column that contains the row number: `INTEGER PRIMARY KEY`.
  ///
  /// If the primary key has an index, the column contains something else, as for `INTEGER PRIMARY
  /// KEY DESC`.
  package var rowNumberColumn: CatalogueColumn? {
    guard kind == .table, !isWithoutRowID, primaryKey.count == 1, let column = primaryKey.first,
      column.declaredType.foldedForSQL == "integer",
      !indexes.contains(where: \.isOfPrimaryKey)
    else { return nil }
    return column
  }

  /// The SQL name of the row number; nil if there is none.
  package var rowNumberName: String? {
    if kind != .table || isWithoutRowID { return nil }
    return rowNumberColumn?.name ?? freeNumberName
  }

  /// One of SQLite's names for the row number that no column has; nil if columns have all of them.
  package var freeNumberName: String? {
    ["rowid", "_rowid_", "oid"].first { column($0) == nil }
  }

  /// Whether the column with a name has numeric affinity.
  package func holdsNumbers(_ name: String) -> Bool {
    column(name).map { ColumnAffinity($0.declaredType, isStrict: isStrict) == .number } ?? false
  }

  /// Whether `columns` are unique, except for NULLs.
  package func areUnique(_ columns: [String]) -> Bool {
    let wanted = exactNames(columns)
    return wanted == Set(primaryKey.map(\.name))
      || indexes.contains { $0.isUniqueKey && exactNames($0.columns) == wanted }
  }

  private func exactNames(_ columns: [String]) -> Set<String> {
    Set(columns.map { column($0)?.name ?? $0 })
  }
}

/// A column of a table or view.
package struct CatalogueColumn {
  package var name: String
  /// The declared type; empty if there is none.
  package var declaredType: String
  package var isNotNull: Bool
  /// The default as SQL.
  package var defaultText: String?
  /// The position in the primary key, from 1; 0 for other columns.
  package var keyPlace: Int
  package var isGenerated: Bool
  /// The type of the values, if the database says more than ``declaredType``.
  package var knownType: DeclaredColumnType?
  /// The digits of a Decimal, if the database limits them.
  package var digits: DecimalDigits?
  /// Whether only the database can compute the default.
  package var isComputedByDefault = false
  /// Whether different texts of the column can be equal for the database, as without case.
  package var equatesTexts = false
  /// The description for readers; nil if there is none.
  package var comment: String?
  /// The type in the database if values are its texts for them; nil for plain strings and others.
  package var textType: String?
  /// The fields of a composite, whose type is then a struct.
  package var parts: [CataloguePart] = []

  /// The type of the values.
  package var type: DeclaredColumnType { knownType ?? DeclaredColumnType(declaredType) }

  package init(
    name: String,
    declaredType: String,
    isNotNull: Bool,
    defaultText: String? = nil,
    keyPlace: Int,
    isGenerated: Bool,
    knownType: DeclaredColumnType? = nil
  ) {
    (self.name, self.declaredType, self.knownType) = (name, declaredType, knownType)
    (self.isNotNull, self.isGenerated) = (isNotNull, isGenerated)
    (self.defaultText, self.keyPlace) = (defaultText, keyPlace)
  }
}

/// A field of a composite column.
package struct CataloguePart {
  /// The name in the database.
  package var name: String
  /// The field of the struct.
  package var field: String
  package var codec: ColumnCodec

  package init(name: String, field: String, codec: ColumnCodec) {
    (self.name, self.field, self.codec) = (name, field, codec)
  }
}

/// A foreign key.
package struct CatalogueForeignKey {
  package var table: String
  package var columns: [String]
  /// The referenced columns; nil if the declaration names none, which means the primary key.
  package var targets: [String]?
  /// `NO ACTION`, `RESTRICT`, `SET NULL`, `SET DEFAULT` or `CASCADE`.
  package var deleteAction: String

  package init(table: String, columns: [String], targets: [String]?, deleteAction: String) {
    (self.table, self.columns) = (table, columns)
    (self.targets, self.deleteAction) = (targets, deleteAction)
  }
}

/// An index.
package struct CatalogueIndex {
  package var name: String
  package var columns: [String]
  package var isUnique: Bool
  /// Whether SQLite created it for the primary key.
  package var isOfPrimaryKey: Bool
  /// Whether it is partial, contains expressions, or has a collation other than BINARY.
  package var isSpecial: Bool

  package init(
    name: String,
    columns: [String],
    isUnique: Bool,
    isOfPrimaryKey: Bool,
    isSpecial: Bool
  ) {
    (self.name, self.columns, self.isUnique) = (name, columns, isUnique)
    (self.isOfPrimaryKey, self.isSpecial) = (isOfPrimaryKey, isSpecial)
  }

  /// Whether its columns are unique.
  package var isUniqueKey: Bool { isUnique && !isSpecial }
}
