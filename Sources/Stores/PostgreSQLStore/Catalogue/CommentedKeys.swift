/// Keys that the comment of a table declares. Foreign tables, and tables with partitions on other
/// servers, cannot have constraints.
///
/// ```
/// COMMENT ON TABLE expense IS
///   E'What was spent.\n@primaryKey id\n@foreignKey (budget) references budget (id)'
/// ```
///
/// PostGraphile introduced this form as "smart comments".
struct CommentedKeys {
  /// A foreign key.
  struct Reference {
    let columns: [String]
    let schema: String?
    let table: String
    /// Empty for the primary key.
    let targets: [String]
  }

  private(set) var primaryKey: [String] = []
  private(set) var references: [Reference] = []
  /// The comment without the keys; nil if nothing else is in it.
  let comment: String?

  init(_ text: String) {
    var rest: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let names = Self.rest(of: line, after: "@primaryKey ") {
        primaryKey = Self.names(names)
      } else if let key = Self.rest(of: line, after: "@foreignKey "),
        let reference = Self.reference(key)
      {
        references.append(reference)
      } else {
        rest.append(line)
      }
    }
    comment = rest.allSatisfy(\.isEmpty) ? nil : rest.joined(separator: "\n")
  }

  private static func rest(of line: Substring, after tag: String) -> Substring? {
    line.hasPrefix(tag) ? line.dropFirst(tag.count) : nil
  }

  /// `(budget) references app.budget (id)`
  private static func reference(_ text: Substring) -> Reference? {
    let parts = text.split(separator: "references", maxSplits: 1)
    guard parts.count == 2, let columns = list(parts[0]), !columns.isEmpty else { return nil }
    let table = parts[1].prefix { $0 != "(" }.split(separator: ".").map(name)
    guard let last = table.last, table.count <= 2 else { return nil }
    return Reference(
      columns: columns,
      schema: table.count == 2 ? table[0] : nil,
      table: last,
      targets: list(parts[1]) ?? []
    )
  }

  /// The names in parentheses.
  private static func list(_ text: Substring) -> [String]? {
    guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end
    else { return nil }
    return names(text[text.index(after: start)..<end])
  }

  private static func names(_ text: Substring) -> [String] {
    text.split(separator: ",").map(name).filter { !$0.isEmpty }
  }

  private static func name(_ text: Substring) -> String {
    let trimmed = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    return String(trimmed.filter { $0 != "\"" })
  }
}
