import Columns

/// What a to-one relationship leads to, row by row.
struct ReferenceColumn {
  /// The references.
  let builder: ReferenceColumnBuilder
  /// Where each row stands among the members of its owner, where these are ordered: numbers that
  /// rise from member to member, with gaps. What they say of rows without an owner is nothing.
  var positions: [Int64]?

  /// Adds `count` rows that lead nowhere.
  mutating func append(nulls count: Int) {
    builder.append(nulls: count)
    positions?.append(contentsOf: repeatElement(0, count: count))
  }

  /// Adds `count` rows of which the first lead to `targets` and the others nowhere.
  mutating func append(_ targets: [Int64], of count: Int, at firstPosition: Int64) {
    for target in targets { builder.append(target) }
    builder.append(nulls: count - targets.count)
    positions?.append(contentsOf: firstPosition..<(firstPosition + Int64(count)))
  }

  /// Overwrites a row.
  mutating func set(_ row: Int, to edit: ReferenceEdit) {
    builder.set(row, to: edit.reference)
    positions?[row] = edit.position
  }
}
