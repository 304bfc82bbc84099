public import Model

/// How the entities of a schema lie in the tables of an SQL database.
///
/// Own files, foreign files and Core Data files differ in their mappings only: the same code reads,
/// writes and asks all of them.
public struct PhysicalMapping: Hashable, Sendable {
  /// The entities that are kept, by the names of their roots; see `Schema.storedEntities`.
  public var entities: [String: EntityMapping]

  /// Makes a mapping.
  public init(entities: [String: EntityMapping] = [:]) {
    self.entities = entities
  }
}

/// How one stored entity lies in a table.
///
/// A reference to a record is its row's number in SQLite (`rowid`), which rises in identity order.
public struct EntityMapping: Hashable, Sendable {
  /// Where the rows are.
  public enum Source: Hashable, Sendable {
    /// A table with row numbers.
    case table
    /// A view, or a table without row numbers: its rows are put into a temporary table first, in the
    /// order of these columns, where they get numbers.
    case numbered(orderedBy: [String])
  }

  /// What identifies a record.
  public enum Key: Hashable, Sendable {
    /// The row's number; `column` is the column that holds it, nil where it has no name of its own.
    case number(column: String?)
    /// The values of these columns, in this order.
    case values([KeyPart])
  }

  /// One column of a key of values.
  public struct KeyPart: Hashable, Sendable {
    /// The column.
    public var column: ColumnMapping
    /// The type of its values.
    public var type: ValueType

    /// Makes a part.
    public init(column: ColumnMapping, type: ValueType) {
      self.column = column
      self.type = type
    }
  }

  /// The stored entity's name.
  public var entity: String
  /// The table or view.
  public var table: String
  /// Where the rows are.
  public var source: Source
  /// The name by which the table's row number is read and written; not always `rowid`, as a column may
  /// bear that name.
  public var rowNumber: String
  /// What identifies a record.
  public var key: Key
  /// The rows that are the entity's, where the table holds others too: those whose `column` has one
  /// of `values`.
  public var filter: RowFilter?
  /// The column of each stored field.
  public var fields: [AttributePath: ColumnMapping]
  /// The columns of each to-one relationship, by its stored name.
  public var toOnes: [String: ToOneMapping]
  /// Where the members of each to-many relationship are, by its stored name.
  public var toManys: [String: ToManyMapping]

  /// Makes a mapping without columns.
  public init(
    entity: String,
    table: String,
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
    self.source = source
    self.rowNumber = rowNumber
    self.key = key
    self.filter = filter
    self.fields = fields
    self.toOnes = toOnes
    self.toManys = toManys
  }
}

/// Rows of a table by a number in one of its columns.
public struct RowFilter: Hashable, Sendable {
  /// The column.
  public var column: String
  /// What it may hold.
  public var values: [Int64]

  /// Makes a filter.
  public init(column: String, values: [Int64]) {
    self.column = column
    self.values = values
  }
}
