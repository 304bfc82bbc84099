import SQLGeneration
package import Storage

/// The size of the history.
extension HistoryTables {
  /// At most this many values are read to find out the size.
  private static var sampleSize: Int64 { 10_000 }

  /// The integers of a row.
  private static var bytesOfNumbers: Int { 12 }

  /// The bytes of all changes: counted if there are few values, and otherwise estimated from the
  /// newest ones, so that the time does not depend on the size of the history.
  package func bytes() throws -> HistorySize {
    guard let total = try size(), total > 0, let sample = try newest() else {
      return HistorySize(bytes: 0, isExact: true)
    }
    var bytes = try bytes(
      of: ["action", "entity", "fields", "links"],
      in: Self.names[1],
      from: sample.first,
      limit: sample.isPart ? Self.sampleSize : nil
    )
    if sample.isPart {
      let rows = try db.numbers(
        SQLFragment(
          "SELECT max(place) + 1 FROM martlet_changes WHERE statement = ",
          binding: .integer(sample.first)
        )
      ).first
      bytes *= max(1, Double(rows ?? 0) / Double(Self.sampleSize))
    }
    bytes += try self.bytes(of: ["title", "author"], in: Self.names[0], from: sample.first)
    let isExact = !sample.isPart && sample.values >= total
    let estimate = isExact ? bytes : bytes * Double(total) / Double(max(1, sample.values))
    return HistorySize(bytes: Int64(min(estimate, 1e18)), isExact: isExact)
  }

  /// The first of the newest statements that together have few values, and the number of their
  /// values; a single one with more is only a part of the sample.
  private func newest() throws -> (first: Int64, values: Int64, isPart: Bool)? {
    var found: (first: Int64, values: Int64, isPart: Bool)?
    var isFull = false
    try db.read(
      SQLFragment(
        "SELECT statement, size FROM martlet_history ORDER BY statement DESC LIMIT 1000"
      )
    ) { row in
      guard !isFull, row.count == 2, case .integer(let number) = row[0],
        case .integer(let size) = row[1]
      else { return }
      let values = (found?.values ?? 0) + Self.clamped(size)
      isFull = values > Self.sampleSize
      if found == nil || !isFull { found = (number, values, isFull) }
    }
    return found
  }

  private func bytes(
    of columns: [String],
    in table: String,
    from first: Int64,
    limit: Int64? = nil
  ) throws -> Double {
    let isSQLite = db.dialect == .sqlite
    let lengths = columns.map { column in
      let length = isSQLite ? "length(CAST(\(column) AS BLOB))" : "octet_length(\(column))"
      return "coalesce(\(length), 0)"
    }
    let sum = "sum(\(lengths.joined(separator: " + ")) + \(Self.bytesOfNumbers))"
    var query = SQLFragment(
      "SELECT coalesce(CAST(\(sum) AS \(db.dialect.number)), 0) FROM \(table) WHERE statement >= ",
      binding: .integer(first)
    )
    if let limit { query = query + SQLFragment(" AND place < ", binding: .integer(limit)) }
    return Double(try db.numbers(query).first ?? 0)
  }
}
