/// The columns of a to-one relationship.
package struct ToOneMapping: Hashable, Sendable {
  /// The columns with the key of the related record; empty if the inverse to-one relationship has
  /// the columns.
  package var columns: [String]
  /// The columns of the other table that they equal, in the same order; empty if the only column
  /// contains the row number.
  package var targets: [String]
  /// The column with the record's position among the members of the related record; nil if the
  /// inverse is unordered.
  package var position: String?
  /// Whether the key may be that of a missing record, and then reads as nil: for the delete rule
  /// `no action`, and in files that do not enforce foreign keys.
  package var mayDangle: Bool
  /// The ``columns`` whose declared type differs from that of the columns they equal: that type
  /// applies to their values, as for foreign keys.
  package var convertedColumns: Set<String>
  /// Whether the only column has numeric affinity, so that it contains row numbers as INTEGER,
  /// never as TEXT.
  package var holdsNumbers: Bool
  /// Whether an index finds the records that reference one.
  package var isIndexed: Bool

  package init(
    columns: [String],
    targets: [String] = [],
    position: String? = nil,
    mayDangle: Bool = false,
    convertedColumns: Set<String> = [],
    holdsNumbers: Bool = false,
    isIndexed: Bool = true
  ) {
    self.columns = columns
    self.targets = targets
    self.position = position
    self.mayDangle = mayDangle
    self.convertedColumns = convertedColumns
    self.holdsNumbers = holdsNumbers
    self.isIndexed = isIndexed
  }
}

/// The location of the members of a to-many relationship.
package enum ToManyMapping: Hashable, Sendable {
  /// Members reference their owner by the inverse to-one relationship.
  case inverse
  /// A join table has a row for each pair.
  case joinTable(JoinTableMapping)
}

/// The join table of a many-to-many relationship, seen from one end.
package struct JoinTableMapping: Hashable, Sendable {
  package var table: String
  /// The SQL schema of the table; nil if the database has only one.
  package var schema: String?
  /// The column that references the owner.
  package var owner: JoinColumn
  /// The column that references the member.
  package var member: JoinColumn
  /// The column with the member's position among those of the owner; nil without an order.
  package var position: String?
  /// The column with the owner's position among those of the member; nil without an order.
  package var inversePosition: String?
  /// Whether the relationship is its own inverse: the table contains every pair in both directions.
  package var isSymmetric: Bool

  package init(
    table: String,
    schema: String? = nil,
    owner: JoinColumn,
    member: JoinColumn,
    position: String? = nil,
    inversePosition: String? = nil,
    isSymmetric: Bool = false
  ) {
    self.table = table
    self.schema = schema
    self.owner = owner
    self.member = member
    self.position = position
    self.inversePosition = inversePosition
    self.isSymmetric = isSymmetric
  }
}

/// A column of a join table that references a record.
package struct JoinColumn: Hashable, Sendable {
  package var name: String
  /// The column of the record's table that it equals; nil for the row number.
  package var target: String?
  /// Whether its declared type differs from that of the column it equals, whose type applies to its
  /// values.
  package var isConverted: Bool
  /// Whether it has numeric affinity; see ``ToOneMapping/holdsNumbers``.
  package var holdsNumbers: Bool

  package init(
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
