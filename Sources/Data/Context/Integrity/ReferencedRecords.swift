import Storage

/// The existing targets of a relationship.
struct ReferencedRecords {
  let end: RelationshipEnd
  let lists: MemberLists
  let records: CheckedRecords
  let others: CheckedRecords

  /// The pairs of a record's row and a related record's row for which `isWanted` is true, in order.
  func pairs(where isWanted: (Int, Int) -> Bool) -> [(row: Int, other: Int)] {
    let rows = others.rows
    var pairs: [(row: Int, other: Int)] = []
    for row in records.references.indices {
      for member in lists.members(of: row) {
        guard let other = rows[member], isWanted(row, other) else { continue }
        pairs.append((row, other))
      }
    }
    return pairs
  }
}
