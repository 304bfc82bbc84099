import Storage

/// What a relationship of some records leads to, all of which is there.
struct ReferencedRecords {
  let end: RelationshipEnd
  let lists: MemberLists
  let records: CheckedRecords
  let others: CheckedRecords

  /// The rows of records and of what they lead to, where `isWanted`, in the order of both.
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
