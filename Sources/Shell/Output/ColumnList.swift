/// Lays out short texts in as many columns as fit, read downwards like the output of `ls`.
enum ColumnList {
  static func lines(_ texts: [String], width: Int) -> [String] {
    let cell = (texts.map(\.count).max() ?? 0) + 2
    let columns = max(1, width / max(cell, 1))
    let rows = (texts.count + columns - 1) / columns
    return (0..<rows).map { row in
      stride(from: row, to: texts.count, by: rows)
        .map { texts[$0].padded(to: $0 + rows < texts.count ? cell : 0) }
        .joined()
    }
  }
}

extension String {
  /// The text with spaces behind it, at least `width` characters long.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
