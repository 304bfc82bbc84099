package import Columns
package import Model
package import SQLGeneration

/// The database of a native store, within a transaction.
///
/// Everything that native stores have in common is written with these few operations.
package protocol NativeDatabase: SendableMetatype {
  /// The SQL of the database.
  var dialect: SQLDialect { get }

  /// Runs a statement, or several without bindings.
  func execute(_ sql: SQLFragment) throws

  /// Passes the rows of a query to `body`, one after the other.
  func read(_ sql: SQLFragment, _ body: ([SQLValue]) throws -> Void) throws

  /// Inserts rows.
  func insert(into table: String, _ columns: [String], _ rows: [[SQLValue]]) throws

  /// Whether there is a table.
  func hasTable(_ name: String) throws -> Bool

  /// Whether there is an index, or a constraint with one.
  func hasIndex(_ name: String) throws -> Bool

  /// Whether a foreign key exists.
  func hasForeignKey(_ key: NativeStoreTables.ForeignKey) throws -> Bool

  /// Drops all indexes of a table except that of its primary key.
  func dropIndexes(of table: String) throws

  /// Drops a table. Foreign keys of other tables that reference it are dropped, too.
  func drop(_ table: String) throws

  /// Renames a table.
  func rename(_ table: String, to name: String) throws

  /// All values of a field in the order of the rows' numbers.
  func values(of column: ColumnMapping, _ type: ValueType, in table: EntityMapping) throws -> Column

  /// Writes a field of the rows with the numbers `ids` of a table, which is named `name`.
  func write(
    _ values: Column,
    to column: ColumnMapping,
    of table: EntityMapping,
    named name: String,
    _ ids: [Int64]
  ) throws
}

extension NativeDatabase {
  /// Runs a statement without bindings.
  package func execute(_ sql: String) throws { try execute(SQLFragment(sql)) }

  /// The first column of a query's result, where it contains numbers.
  package func numbers(_ sql: SQLFragment) throws -> [Int64] {
    var numbers: [Int64] = []
    try read(sql) { row in
      if case .integer(let number)? = row.first { numbers.append(number) }
    }
    return numbers
  }

  /// The first number of a query's result; 0 if there is none.
  package func number(_ sql: SQLFragment) throws -> Int64 { try numbers(sql).first ?? 0 }

  /// The first number of a query's result; 0 if there is none.
  package func number(_ sql: String) throws -> Int64 { try number(SQLFragment(sql)) }

  /// The first column of a query's result, where it contains strings.
  package func texts(_ sql: SQLFragment) throws -> [String] {
    var texts: [String] = []
    try read(sql) { row in
      if case .text(let text)? = row.first { texts.append(text) }
    }
    return texts
  }
}

extension SQLFragment {
  /// The statement `parts` with the values in between bound.
  package init(_ parts: String..., binding values: SQLValue...) {
    self.init()
    for (place, part) in parts.enumerated() {
      self += part
      if place < values.count { self += SQLFragment.binding(values[place]) }
    }
  }
}
