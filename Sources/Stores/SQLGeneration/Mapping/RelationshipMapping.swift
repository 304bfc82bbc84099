/// The columns of a to-one relationship.
public struct ToOneMapping: Hashable, Sendable {
  /// The columns that hold the key of the record at the other end; none where the other end's to-one
  /// relationship, the inverse, has them, and leads here.
  public var columns: [String]
  /// The columns of the other table that they equal, in the same order; empty where the one column
  /// holds the row's number there.
  public var targets: [String]
  /// The column that says where the record stands among the members of what it leads to; nil where
  /// the other end keeps no order.
  public var position: String?
  /// Whether the key may be that of a record that is not there, and then reads as nil: the delete rule
  /// `no action`, and files in which nothing keeps foreign keys true.
  public var mayDangle: Bool
  /// Those of ``columns`` that are declared of another type than what they equal: its type applies to
  /// their values, as it does to foreign keys.
  public var convertedColumns: Set<String>
  /// Whether the one column is declared to hold numbers, so that the row's number it leads to stands in it
  /// as itself and never as a text.
  public var holdsNumbers: Bool

  /// Makes a mapping.
  public init(
    columns: [String],
    targets: [String] = [],
    position: String? = nil,
    mayDangle: Bool = false,
    convertedColumns: Set<String> = [],
    holdsNumbers: Bool = false
  ) {
    self.columns = columns
    self.targets = targets
    self.position = position
    self.mayDangle = mayDangle
    self.convertedColumns = convertedColumns
    self.holdsNumbers = holdsNumbers
  }
}

/// Where the members of a to-many relationship are.
public enum ToManyMapping: Hashable, Sendable {
  /// They lead to their owner by the inverse, a to-one relationship.
  case inverse
  /// A table has a row for each pair.
  case joinTable(JoinTableMapping)
}

/// The table of a many-to-many relationship, seen from one end.
public struct JoinTableMapping: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The column that leads to the owner.
  public var owner: JoinColumn
  /// The column that leads to the member.
  public var member: JoinColumn
  /// The column with the member's place among those of the owner; nil without an order.
  public var position: String?
  /// The column with the owner's place among the members of the member's end; nil without an order.
  public var inversePosition: String?
  /// Whether the relationship is its own inverse: the table has every pair in both directions.
  public var isSymmetric: Bool

  /// Makes a mapping.
  public init(
    table: String,
    owner: JoinColumn,
    member: JoinColumn,
    position: String? = nil,
    inversePosition: String? = nil,
    isSymmetric: Bool = false
  ) {
    self.table = table
    self.owner = owner
    self.member = member
    self.position = position
    self.inversePosition = inversePosition
    self.isSymmetric = isSymmetric
  }
}

/// A column of a join table that leads to a record.
public struct JoinColumn: Hashable, Sendable {
  /// The column.
  public var name: String
  /// The column of the record's table that it equals; nil where it holds the row's number.
  public var target: String?
  /// Whether it is declared of another type than what it equals, whose type applies to its values.
  public var isConverted: Bool
  /// Whether it is declared to hold numbers; see ``ToOneMapping/holdsNumbers``.
  public var holdsNumbers: Bool

  /// Makes a column.
  public init(
    _ name: String,
    target: String? = nil,
    isConverted: Bool = false,
    holdsNumbers: Bool = false
  ) {
    self.name = name
    self.target = target
    self.isConverted = isConverted
    self.holdsNumbers = holdsNumbers
  }
}
