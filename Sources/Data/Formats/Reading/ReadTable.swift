public import Columns
public import Model

/// The records of a file as typed columns.
public struct ReadTable: Sendable {
  /// The attributes in the order of the file; nested objects are composites.
  public let attributes: [Attribute]
  /// The number of records.
  public let count: Int
  /// A column of `count` rows for every stored field of ``attributes``.
  public let columns: [AttributePath: Column]
  /// The objects in arrays, which are records of their own.
  public let children: [ReadChildren]
  /// The attributes that are Strings because their values are of kinds that do not go together.
  public let mixed: [AttributePath]

  /// Makes a table; every column has `count` rows.
  public init(
    attributes: [Attribute],
    count: Int,
    columns: [AttributePath: Column],
    children: [ReadChildren] = [],
    mixed: [AttributePath] = []
  ) {
    self.attributes = attributes
    self.count = count
    self.columns = columns
    self.children = children
    self.mixed = mixed
  }
}

/// Records that stood in arrays of the records of a table.
public struct ReadChildren: Sendable {
  /// Where the arrays stood within a record.
  public let path: AttributePath
  /// The row of the record around, child by child, rising.
  public let owners: [Int64]
  /// The children.
  public let table: ReadTable

  /// Makes children; there is an owner for each.
  public init(path: AttributePath, owners: [Int64], table: ReadTable) {
    self.path = path
    self.owners = owners
    self.table = table
  }
}
