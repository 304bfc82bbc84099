import Storage

/// The links of a many-to-many relationship, as they are in one snapshot.
struct LinkTableVersion: Sendable {
  let first: RelationshipEnd
  let links: [StoredLink]
  let memberIndexes: MemberIndexCache

  /// The members of all records at `end`, of which there are `ownerCount`.
  func memberIndex(of end: RelationshipEnd, isOrdered: Bool, ownerCount: Int) -> MemberIndex {
    memberIndexes.index(of: end) {
      end == first
        ? makeIndex(\.pair.first, \.pair.second, isOrdered ? \.positionInFirst : nil, ownerCount)
        : makeIndex(\.pair.second, \.pair.first, isOrdered ? \.positionInSecond : nil, ownerCount)
    }
  }

  /// `members` of `owners` at `end`, with their places.
  func linkages(
    of end: RelationshipEnd,
    _ members: MemberLists,
    owners: [Int64]
  ) -> LinkageLists {
    let isFirst = end == first
    var positions: [RowPair: (here: Int64, there: Int64)] = [:]
    for link in links {
      positions[isFirst ? link.pair : RowPair(first: link.pair.second, second: link.pair.first)] =
        isFirst
        ? (link.positionInFirst, link.positionInSecond)
        : (link.positionInSecond, link.positionInFirst)
    }
    var here: [Int64] = []
    var there: [Int64] = []
    for (place, owner) in owners.enumerated() {
      for member in members.members[members.starts[place]..<members.starts[place + 1]] {
        let found = positions[RowPair(first: owner, second: member)] ?? (0, 0)
        here.append(found.here)
        there.append(found.there)
      }
    }
    return LinkageLists(lists: members, positions: here, inversePositions: there)
  }

  private func makeIndex(
    _ owner: KeyPath<StoredLink, Int64>,
    _ member: KeyPath<StoredLink, Int64>,
    _ position: KeyPath<StoredLink, Int64>?,
    _ ownerCount: Int
  ) -> MemberIndex {
    var index = MemberIndex(owners: links.map { $0[keyPath: owner] }, ownerCount: ownerCount)
    let members = links.map { $0[keyPath: member] }
    index.sort(by: position.map { key in links.map { $0[keyPath: key] } } ?? members)
    index.rename(by: members)
    return index
  }
}
