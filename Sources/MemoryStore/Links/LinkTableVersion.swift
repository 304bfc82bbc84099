/// The links of a many-to-many relationship, as they are in one snapshot.
struct LinkTableVersion: Sendable {
  let first: RelationshipEnd
  let links: [RecordLinkage]
  let memberIndexes: MemberIndexCache

  /// The members of all records at `end`, of which there are `ownerCount`.
  func memberIndex(of end: RelationshipEnd, isOrdered: Bool, ownerCount: Int) -> MemberIndex {
    memberIndexes.index(of: end) {
      end == first
        ? makeIndex(\.pair.first, \.pair.second, isOrdered ? \.positionInFirst : nil, ownerCount)
        : makeIndex(\.pair.second, \.pair.first, isOrdered ? \.positionInSecond : nil, ownerCount)
    }
  }

  private func makeIndex(
    _ owner: KeyPath<RecordLinkage, Int64>,
    _ member: KeyPath<RecordLinkage, Int64>,
    _ position: KeyPath<RecordLinkage, Int64>?,
    _ ownerCount: Int
  ) -> MemberIndex {
    var index = MemberIndex(owners: links.map { $0[keyPath: owner] }, ownerCount: ownerCount)
    let members = links.map { $0[keyPath: member] }
    index.sort(by: position.map { key in links.map { $0[keyPath: key] } } ?? members)
    index.rename(by: members)
    return index
  }
}
