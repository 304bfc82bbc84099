public import Columns
public import Model

/// The records of a file as typed columns.
public struct ReadTable: Sendable {
  /// The attributes in file order; nested objects are composites.
  public let attributes: [Attribute]
  /// The number of records.
  public let count: Int
  /// A column of `count` rows for every stored field of ``attributes``.
  public let columns: [AttributePath: Column]
  /// The objects in arrays: separate records.
  public let children: [ReadChildren]
  /// The attributes that are strings because their values have different types.
  public let mixed: [AttributePath]

  /// Creates a table; every column must have `count` rows.
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

/// Records in arrays of a table's records.
public struct ReadChildren: Sendable {
  /// The path of the arrays within a record.
  public let path: AttributePath
  /// The row of each child's owner, in ascending order.
  public let owners: [Int64]
  /// The children.
  public let table: ReadTable

  /// Creates children; each needs an owner.
  public init(path: AttributePath, owners: [Int64], table: ReadTable) {
    self.path = path
    self.owners = owners
    self.table = table
  }
}
