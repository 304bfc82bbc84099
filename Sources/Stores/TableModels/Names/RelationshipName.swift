import Model

/// Names relationships after columns and tables.
enum RelationshipName {
  /// The name of a to-one relationship by its column: `album` for `AlbumId`, `support_rep` for
  /// `support_rep_id`, `reportsTo` for `ReportsTo`; nil if only `id` is left.
  static func toOne(column: String, table: String) -> String? {
    let stem = stem(of: column, table: table) ?? column
    let name = PlainName.word(PlainName.lowerCamel(stem), fallback: "")
    return name.isEmpty || Self.keys.contains(name.lowercased()) ? nil : name
  }

  /// The name of one record of a table: `order` for `Orders`.
  static func one(of table: String) -> String {
    EnglishNoun.singular(PlainName.lowerCamel(PlainName.word(table, fallback: "record")))
  }

  /// The name of several records of a table: `invoiceLines` for `InvoiceLine`.
  static func many(of table: String) -> String {
    EnglishNoun.plural(PlainName.lowerCamel(PlainName.word(table, fallback: "record")))
  }

  /// The name of a to-many relationship by a column of its join table: `tracks` for `TrackId`.
  static func members(column: String, table: String) -> String {
    stem(of: column, table: table) == nil
      ? many(of: table)
      : toOne(column: column, table: table).map(EnglishNoun.plural) ?? many(of: table)
  }

  /// `name` distinguished by another name: `messagesBySender`, `log_entries_by_author`.
  static func qualified(_ name: String, by other: String) -> String {
    name.contains("_") || other.contains("_")
      ? "\(name)_by_\(other)" : "\(name)By\(other.prefix(1).uppercased())\(other.dropFirst())"
  }

  /// A column's name without `Id` and the like; nil if it has none of them.
  private static func stem(of column: String, table: String) -> String? {
    for ending in endings where column.count > ending.count && column.hasSuffix(ending) {
      let stem = column.dropLast(ending.count)
      // `Paid`, `GUID` and `VOID` are words.
      guard ending.hasPrefix("_") || stem.last?.isLowercase == true || stem.last?.isNumber == true
      else { continue }
      return String(stem)
    }
    for beginning in beginnings where column.lowercased().hasPrefix(beginning) {
      let stem = column.dropFirst(beginning.count)
      if !stem.isEmpty { return String(stem) }
    }
    if column.hasPrefix("id"), column.dropFirst(2).first?.isUppercase == true {
      return String(column.dropFirst(2))
    }
    for name in [table, EnglishNoun.singular(table)]
    where column.lowercased() == name.lowercased() + "id" {
      return String(column.dropLast(2))
    }
    return nil
  }

  private static let endings = [
    "_id", "_ID", "_Id", "_fk", "_FK", "_Fk", "Id", "ID", "Fk", "FK",
  ]
  private static let beginnings = ["fk_", "id_"]
  private static let keys: Set<String> = ["id", "_id", "fk", "_fk"]
}
