import Columns
import Model
import Storage

/// The sources of a migrated table's columns, other than columns with the same name.
struct MigratedColumns {
  /// A relationship that replaces a column.
  struct Join {
    let relation: ColumnRelation
    /// The reference of each row.
    let references: [Int64]
  }

  var fills: [FieldFill] = []
  var joins: [Join] = []
  var references: [ReferenceFill] = []
  var renames = ColumnRenames()
  /// Whether data may be lost.
  var allowsLoss = false

  /// Whether no column gets new contents.
  var isEmpty: Bool { fills.isEmpty && joins.isEmpty && references.isEmpty }

  /// Whether the column at `path` becomes a relationship, so that it is not lost.
  func uses(_ path: AttributePath) -> Bool {
    joins.contains { $0.relation.attribute == path }
  }
}
