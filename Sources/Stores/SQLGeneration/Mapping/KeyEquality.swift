extension ToOneMapping {
  /// The condition that the row of the table called `owner` in a statement leads to that of the table
  /// called `target`, whose row number is read as `rowNumber`.
  public func leads(from owner: String, to target: String, rowNumber: String) -> String {
    let keys = targets.isEmpty ? [rowNumber] : targets
    return zip(columns, keys).map { column, key in
      KeyEquality(key: key, of: target, column: column, of: owner)
        .condition(takingOnType: convertedColumns.contains(column))
    }.joined(separator: " AND ")
  }
}

extension JoinColumn {
  /// The condition that the pair in the table called `pairs` in a statement leads to the row of the table
  /// called `target`, whose row number is read as `rowNumber`.
  public func leads(from pairs: String, to target: String, rowNumber: String) -> String {
    KeyEquality(key: self.target ?? rowNumber, of: target, column: name, of: pairs)
      .condition(takingOnType: isConverted)
  }
}

/// A column that equals a key as SQLite compares foreign keys: by the key's collation and type.
/// See https://www.sqlite.org/foreignkeys.html, section 3.
private struct KeyEquality {
  let key: String
  let column: String

  init(key: String, of target: String, column: String, of owner: String) {
    self.key = "\(target).\(key.quotedForSQL)"
    self.column = "\(owner).\(column.quotedForSQL)"
  }

  /// - Parameter takingOnType: Whether the column is of another type, which it loses by the sign; with it
  ///   no index of the column serves, so it stands only where it matters.
  func condition(takingOnType: Bool) -> String {
    // The key stands first: of two columns the left one's collation decides.
    "\(key) = \(takingOnType ? "+" : "")\(column)"
  }
}
