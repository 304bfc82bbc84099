import Columns
import Storage

/// The links of a many-to-many relationship in a snapshot.
struct LinkTableVersion: Sendable {
  let first: RelationshipEnd
  /// The links, including free slots.
  let links: [StoredLink]
  let indexes: LinkIndexes

  /// The members of all `ownerCount` records at `end`.
  func memberIndex(of end: RelationshipEnd, isOrdered: Bool, ownerCount: Int) -> MemberIndex {
    indexes.members.index(of: end) {
      var index = placeIndex(of: end, isOrdered: isOrdered, ownerCount: ownerCount)
      index.rename(by: links.map(end == first ? \.pair.second : \.pair.first))
      return index
    }
  }

  /// The members of `owners` at `end`, with their positions.
  func linkages(
    of end: RelationshipEnd,
    isOrdered: Bool,
    ownerCount: Int,
    owners: [Int64]
  ) -> LinkageLists {
    let places = placeIndex(of: end, isOrdered: isOrdered, ownerCount: ownerCount)
      .lists(for: owners)
    let found = places.members.map { links[Int($0)] }
    let isFirst = end == first
    return LinkageLists(
      lists: MemberLists(
        starts: places.starts,
        members: found.map { isFirst ? $0.pair.second : $0.pair.first }
      ),
      positions: found.map { isFirst ? $0.positionInFirst : $0.positionInSecond },
      inversePositions: found.map { isFirst ? $0.positionInSecond : $0.positionInFirst }
    )
  }

  /// The indices of the links of all records at `end`, in the order of their members.
  private func placeIndex(
    of end: RelationshipEnd,
    isOrdered: Bool,
    ownerCount: Int
  ) -> MemberIndex {
    indexes.places.index(of: end) {
      end == first
        ? makeIndex(\.pair.first, \.pair.second, isOrdered ? \.positionInFirst : nil, ownerCount)
        : makeIndex(\.pair.second, \.pair.first, isOrdered ? \.positionInSecond : nil, ownerCount)
    }
  }

  private func makeIndex(
    _ owner: KeyPath<StoredLink, Int64>,
    _ member: KeyPath<StoredLink, Int64>,
    _ position: KeyPath<StoredLink, Int64>?,
    _ ownerCount: Int
  ) -> MemberIndex {
    var index = MemberIndex(owners: links.map { $0[keyPath: owner] }, ownerCount: ownerCount)
    let members = links.map { $0[keyPath: member] }
    index.sort(by: position.map { key in links.map { $0[keyPath: key] } } ?? members, members)
    return index
  }
}

/// The member indexes of one version of a link table.
struct LinkIndexes: Sendable {
  /// The members of each owner.
  let members = MemberIndexCache()
  /// The indices of their links.
  let places = MemberIndexCache()
}
