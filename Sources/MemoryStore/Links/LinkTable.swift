/// The pairs of records that a many-to-many relationship links; changed under the store's lock.
///
/// A relationship that is its own inverse has every pair in both directions.
final class LinkTable {
  /// The relationship whose owners are the first records of the links.
  let first: RelationshipEnd
  /// The same relationship from the second records.
  let second: RelationshipEnd

  private(set) var links: [StoredLink] = []
  private var places: [RowPair: Int] = [:]
  private var memberIndexes = MemberIndexCache()

  /// A table without links.
  init(first: RelationshipEnd, second: RelationshipEnd) {
    self.first = first
    self.second = second
  }

  /// The links of `other`, whose ends have got new names.
  convenience init(renaming other: LinkTable, first: RelationshipEnd, second: RelationshipEnd) {
    self.init(first: first, second: second)
    links = other.links
    places = other.places
  }

  /// The links as they are now.
  var version: LinkTableVersion {
    LinkTableVersion(first: first, links: links, memberIndexes: memberIndexes)
  }

  /// Makes the member the last one of its owner, and links the two if they weren't.
  func apply(_ edit: LinkEdit) {
    if edit.end == first { linkFromFirst(edit) } else { linkFromSecond(edit) }
    memberIndexes = MemberIndexCache()
  }

  func remove(_ isRemoved: (StoredLink) -> Bool) {
    links.removeAll(where: isRemoved)
    places = [:]
    for (place, link) in links.enumerated() { places[link.pair] = place }
    memberIndexes = MemberIndexCache()
  }

  func add(_ link: StoredLink) {
    places[link.pair] = links.count
    links.append(link)
    memberIndexes = MemberIndexCache()
  }

  private func linkFromFirst(_ edit: LinkEdit) {
    let place = place(of: RowPair(first: edit.owner, second: edit.member), edit.position)
    links[place].positionInFirst = edit.position
    if first == second {
      _ = self.place(of: RowPair(first: edit.member, second: edit.owner), edit.position)
    }
  }

  private func linkFromSecond(_ edit: LinkEdit) {
    let place = place(of: RowPair(first: edit.member, second: edit.owner), edit.position)
    links[place].positionInSecond = edit.position
  }

  /// Where `pair` is linked; a new link is the last one at both ends.
  private func place(of pair: RowPair, _ position: Int64) -> Int {
    if let place = places[pair] { return place }
    places[pair] = links.count
    links.append(
      StoredLink(pair: pair, positionInFirst: position, positionInSecond: position)
    )
    return links.count - 1
  }
}

/// Two references, to the entities at the two ends.
struct RowPair: Hashable, Sendable {
  let first: Int64
  let second: Int64
}

/// One link, with its place among those of either record.
struct StoredLink: Sendable {
  let pair: RowPair
  /// Rises along the members of the first record; counts only where that end is ordered.
  var positionInFirst: Int64
  /// Rises along the members of the second record; counts only where that end is ordered.
  var positionInSecond: Int64
}

/// A wish to link two records.
struct LinkEdit {
  /// The end from which it is said.
  let end: RelationshipEnd
  /// The record at that end.
  let owner: Int64
  /// The record at the other end.
  let member: Int64
  /// Greater than all positions so far.
  let position: Int64
}
