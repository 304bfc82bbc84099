public import Columns
public import Model

/// The records of a file as typed columns, ready for a `ColumnLoad`.
public struct ReadTable: Sendable {
  /// The attributes in the order of the file; nested objects are composites.
  public let attributes: [Attribute]
  /// The number of records.
  public let count: Int
  /// A column of `count` rows for every stored field of ``attributes``.
  public let columns: [AttributePath: Column]

  /// Makes a table; every column has `count` rows.
  public init(attributes: [Attribute], count: Int, columns: [AttributePath: Column]) {
    self.attributes = attributes
    self.count = count
    self.columns = columns
  }
}
