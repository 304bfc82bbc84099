import Columns
import Expressions
import Model
import Storage

/// Finding rows without a scan.
extension TableVersion {
  /// The rows of records that satisfy `condition`, in ascending order, found by a unique key or one
  /// of `indexed`.
  ///
  /// Nil if there is no such index, or a scan would be as fast.
  func rows(
    fulfilling condition: TypedExpression,
    _ moment: EvaluationContext,
    indexed: Set<AttributePath>
  ) -> [Int64]? {
    guard let condition = ColumnCondition(condition, moment),
      let place = layout.place(of: condition.path)
    else { return nil }
    let isUnique = layout.uniqueKeys.contains { $0.paths == [condition.path] }
    if isUnique, case .equal(let values) = condition.test,
      let rows = rows(at: place, condition.path, equalToAny: values)
    {
      return rows
    }
    guard isUnique || indexed.contains(condition.path),
      let ranges = condition.wordRanges(in: fields[place]),
      let sorted = sortedRows.rows(of: place, make: { SortedRows(fields[place], of: live) })
    else { return nil }
    let found = ranges.map(sorted.rows)
    // Scattered rows are gathered one by one, which is slower than whole batches.
    guard found.reduce(0, { $0 + $1.count }) <= max(64, rowCount / 32) else { return nil }
    return Set(found.joined()).sorted().map { Int64($0) }
  }

  private func rows(
    at place: Int,
    _ path: AttributePath,
    equalToAny values: [Value]
  ) -> [Int64]? {
    guard let wanted = Column(values, of: layout.fields[place].type) else { return nil }
    let found = rows(where: [path], equal: [wanted])
    return found.map { rows in Set(rows).subtracting([Column.nullReference]).sorted() }
  }
}
