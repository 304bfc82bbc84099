package import Model

/// How the entities of a schema are stored in the tables of an SQL database.
///
/// Native stores, foreign files and Core Data stores differ only in their mappings.
package struct PhysicalMapping: Hashable, Sendable {
  /// The mappings by the names of root entities; see `Schema.storedEntities`.
  package var entities: [String: EntityMapping]

  package init(entities: [String: EntityMapping] = [:]) {
    self.entities = entities
  }
}

/// How a stored entity is mapped to a table.
///
/// A reference to a record is its row's number in SQLite (`rowid`), which rises in identity order.
package struct EntityMapping: Hashable, Sendable {
  /// The kind of source that rows are read from.
  package enum Source: Hashable, Sendable {
    /// A table with row numbers.
    case table
    /// A view or a table without row numbers: its rows are copied to a temporary table first, in
    /// the order of these columns, and get numbers there.
    case numbered(orderedBy: [String])
  }

  /// The key that identifies a record.
  package enum Key: Hashable, Sendable {
    /// The row number; `column` is the column that contains it, nil if it has no column.
    case number(column: String?)
    /// The values of these columns, in this order.
    case values([KeyPart])
  }

  /// One column of a compound key.
  package struct KeyPart: Hashable, Sendable {
    package var column: ColumnMapping
    /// The type of its values.
    package var type: ValueType

    package init(column: ColumnMapping, type: ValueType) {
      (self.column, self.type) = (column, type)
    }
  }

  package var entity: String
  /// The table or view.
  package var table: String
  /// The SQL schema of the table; nil if the database has only one.
  package var schema: String?
  /// Whether it is a view, which can take long to read.
  package var isView = false
  /// Whether other tables inherit from the table, whose rows are not the entity's.
  package var isInherited = false
  /// The kind of source that rows are read from.
  package var source: Source
  /// The name of the table's row number; not always `rowid`, since a column may have that name.
  package var rowNumber: String
  /// The key that identifies a record.
  package var key: Key
  /// The condition for the entity's rows if the table contains other rows, too.
  package var filter: RowFilter?
  /// The column of each stored field.
  package var fields: [AttributePath: ColumnMapping]
  /// The columns of each to-one relationship, by stored name.
  package var toOnes: [String: ToOneMapping]
  /// The location of the members of each to-many relationship, by stored name.
  package var toManys: [String: ToManyMapping]

  package init(
    entity: String,
    table: String,
    schema: String? = nil,
    source: Source = .table,
    rowNumber: String = "rowid",
    key: Key = .number(column: nil),
    filter: RowFilter? = nil,
    fields: [AttributePath: ColumnMapping] = [:],
    toOnes: [String: ToOneMapping] = [:],
    toManys: [String: ToManyMapping] = [:]
  ) {
    self.entity = entity
    self.table = table
    self.schema = schema
    self.source = source
    self.rowNumber = rowNumber
    self.key = key
    self.filter = filter
    self.fields = fields
    self.toOnes = toOnes
    self.toManys = toManys
  }
}

/// Selects rows of a table by an integer in one of its columns.
package struct RowFilter: Hashable, Sendable {
  package var column: String
  /// The integers of the selected rows.
  package var values: [Int64]

  package init(column: String, values: [Int64]) {
    (self.column, self.values) = (column, values)
  }
}
