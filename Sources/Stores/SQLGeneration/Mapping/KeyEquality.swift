extension ToOneMapping {
  /// The condition that the row of table `owner` references the row of table `target`, whose row
  /// number is the column `rowNumber`.
  package func joinCondition(from owner: String, to target: String, rowNumber: String) -> String {
    let keys = targets.isEmpty ? [rowNumber] : targets
    return zip(columns, keys).map { column, key in
      equality(
        "\(target).\(key.quotedForSQL)",
        "\(owner).\(column.quotedForSQL)",
        isConverted: convertedColumns.contains(column)
      )
    }.joined(separator: " AND ")
  }
}

extension JoinColumn {
  /// The condition that the row of the join table `pairs` references the row of table `target`,
  /// whose row number is the column `rowNumber`.
  package func joinCondition(from pairs: String, to target: String, rowNumber: String) -> String {
    let key = (self.target ?? rowNumber).quotedForSQL
    return equality("\(target).\(key)", "\(pairs).\(name.quotedForSQL)", isConverted: isConverted)
  }
}

/// A comparison of a column with a key as SQLite compares foreign keys: by the key's collation and
/// type. See https://www.sqlite.org/foreignkeys.html, section 3.
///
/// - Parameter isConverted: Whether the column has a different type, which the sign removes. No
///   index can be used then, so it is added only if necessary.
private func equality(_ key: String, _ column: String, isConverted: Bool) -> String {
  // The key comes first: the left operand's collation applies.
  "\(key) = \(isConverted ? "+" : "")\(column)"
}
