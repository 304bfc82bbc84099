import Columns
import Model
import Storage

/// Where the columns of a changed table come from, besides those that were called the same.
struct MigratedColumns {
  /// A relationship that is made of a column.
  struct Join {
    let relation: ColumnRelation
    /// What each row leads to.
    let references: [Int64]
  }

  var fills: [FieldFill] = []
  var joins: [Join] = []
  var references: [ReferenceFill] = []
  /// The columns that are called otherwise now, with what they were called before.
  var renames = ColumnRenames()
  /// Whether what has no place goes.
  var allowsLoss = false

  /// Whether it puts nothing anywhere.
  var isEmpty: Bool { fills.isEmpty && joins.isEmpty && references.isEmpty }

  /// Whether the column at `path` becomes a relationship, and so is not lost.
  func uses(_ path: AttributePath) -> Bool {
    joins.contains { $0.relation.attribute == path }
  }
}
