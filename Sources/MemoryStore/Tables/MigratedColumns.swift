import Columns
import Model
import Storage

/// What a schema change puts into the columns of a table that are new.
struct MigratedColumns {
  /// A relationship that is made of a column.
  struct Join {
    let relation: ColumnRelation
    /// What each row leads to.
    let references: [Int64]
  }

  var fills: [FieldFill] = []
  var joins: [Join] = []

  /// Whether it puts nothing anywhere.
  var isEmpty: Bool { fills.isEmpty && joins.isEmpty }

  /// Whether the column at `path` becomes a relationship, and so is not lost.
  func uses(_ path: AttributePath) -> Bool {
    joins.contains { $0.relation.attribute == path }
  }
}
