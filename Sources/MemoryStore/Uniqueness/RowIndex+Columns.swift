import Columns

/// Two rows that have the same value.
struct Collision {
  /// The row that had it first.
  let earlier: Int
  /// The row that wants it too.
  let later: Int
}

extension RowIndex {
  /// Adds rows of `column`, nils aside, up to the first one whose value is taken.
  ///
  /// A column of strings has distinct texts. Between calls a column only grows.
  mutating func add(_ rows: Range<Int>, of column: Column) -> Collision? {
    switch column {
    case .bool(let column): add(rows, of: column)
    case .int(let column), .date(let column), .reference(let column): add(rows, of: column)
    case .double(let column): add(rows, of: column)
    case .decimal(let column): add(rows, of: column)
    case .string(let column): add(rows, of: column.codes)
    case .uuid(let column): add(rows, of: column)
    case .data(let column): add(rows, of: column)
    case .list: nil  // the layout has refused a unique array
    }
  }

  /// The first row of `others` whose value a row of `column`, which this index is of, has as well.
  func firstCollision(of others: Column, with column: Column) -> Collision? {
    switch (column, others) {
    case (.bool(let column), .bool(let others)):
      firstCollision(of: others, with: column)
    case (.int(let column), .int(let others)), (.date(let column), .date(let others)):
      firstCollision(of: others, with: column)
    case (.double(let column), .double(let others)):
      firstCollision(of: others, with: column)
    case (.decimal(let column), .decimal(let others)):
      firstCollision(of: others, with: column)
    case (.string(let column), .string(let others)):
      firstCollision(of: others, with: column)
    case (.uuid(let column), .uuid(let others)):
      firstCollision(of: others, with: column)
    case (.data(let column), .data(let others)):
      firstCollision(of: others, with: column)
    default: nil
    }
  }

  private mutating func add<Key: IndexKey>(
    _ rows: Range<Int>,
    of column: FixedColumn<Key>
  ) -> Collision? {
    reserve(rows.count, of: column.values)
    for row in rows where column.isValid(row) {
      if let earlier = add(row, of: column.values) {
        return Collision(earlier: earlier, later: row)
      }
    }
    return nil
  }

  private func firstCollision<Key: IndexKey>(
    of others: FixedColumn<Key>,
    with column: FixedColumn<Key>
  ) -> Collision? {
    for later in 0..<others.count where others.isValid(later) {
      if let earlier = row(of: others.values[later], in: column.values) {
        return Collision(earlier: earlier, later: later)
      }
    }
    return nil
  }

  private func firstCollision(of others: StringColumn, with column: StringColumn) -> Collision? {
    for later in 0..<others.codes.count where others.codes.isValid(later) {
      let code = others.dictionary.withUTF8(of: others.codes.values[later]) {
        column.dictionary.existingCode(for: $0)
      }
      if let code, let earlier = row(of: code, in: column.codes.values) {
        return Collision(earlier: earlier, later: later)
      }
    }
    return nil
  }
}
