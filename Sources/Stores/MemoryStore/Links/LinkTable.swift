import Columns
import Storage

/// The pairs of records that a many-to-many relationship links; changed under the store's lock.
///
/// A relationship that is its own inverse has every pair in both directions.
final class LinkTable {
  /// The relationship whose owners are the first records of the links.
  let first: RelationshipEnd
  /// The same relationship from the second records.
  let second: RelationshipEnd

  /// The links, and free places between them, whose records are null.
  private(set) var links: [StoredLink] = []
  private var free: [Int] = []
  private var places: [RowPair: Int] = [:]
  private var firstChains = LinkChains()
  private var secondChains = LinkChains()
  private var indexes = LinkIndexes()

  /// A table without links.
  init(first: RelationshipEnd, second: RelationshipEnd) {
    self.first = first
    self.second = second
  }

  /// The links of `other`, whose ends have got new names.
  convenience init(renaming other: LinkTable, first: RelationshipEnd, second: RelationshipEnd) {
    self.init(first: first, second: second)
    links = other.links
    free = other.free
    places = other.places
    firstChains = other.firstChains
    secondChains = other.secondChains
  }

  /// The number of links.
  var count: Int { places.count }

  /// The links as they are now.
  var version: LinkTableVersion {
    LinkTableVersion(first: first, links: links, indexes: indexes)
  }

  /// Links two records, or gives them other places.
  func link(_ edit: LinkEdit) {
    indexes = LinkIndexes()
    let isFromFirst = edit.end == first
    let pair = RowPair(
      first: isFromFirst ? edit.owner : edit.member,
      second: isFromFirst ? edit.member : edit.owner
    )
    let position = isFromFirst ? edit.position : edit.inversePosition
    let inversePosition = isFromFirst ? edit.inversePosition : edit.position
    put(pair, position, inversePosition)
    guard first == second, pair.first != pair.second else { return }
    put(pair.reversed, inversePosition, position)
  }

  /// Removes the link between two records, if there is one.
  func unlink(_ end: RelationshipEnd, owner: Int64, member: Int64) {
    let pair =
      end == first ? RowPair(first: owner, second: member) : RowPair(first: member, second: owner)
    remove(pair)
    if first == second { remove(pair.reversed) }
  }

  /// Removes all links of rows of the table of `entity`.
  func removeLinks(of rows: [Int64], of entity: String) {
    guard !places.isEmpty else { return }
    for row in rows {
      if first.entity == entity {
        for place in firstChains.places(of: row) { remove(links[place].pair) }
      }
      if second.entity == entity {
        for place in secondChains.places(of: row) { remove(links[place].pair) }
      }
    }
  }

  /// The same links, where the records of `entity`, all of which are still there, have new rows.
  func renumbered(_ entity: String, _ newRow: (Int64) -> Int64) -> LinkTable {
    let table = LinkTable(first: first, second: second)
    for link in links where link.pair.first != Column.nullReference {
      let pair = RowPair(
        first: first.entity == entity ? newRow(link.pair.first) : link.pair.first,
        second: second.entity == entity ? newRow(link.pair.second) : link.pair.second
      )
      table.put(pair, link.positionInFirst, link.positionInSecond)
    }
    return table
  }

  /// Links a pair, or gives it other places.
  private func put(_ pair: RowPair, _ inFirst: Int64, _ inSecond: Int64) {
    let link = StoredLink(pair: pair, positionInFirst: inFirst, positionInSecond: inSecond)
    if let place = places[pair] {
      links[place] = link
      return
    }
    let place = free.popLast() ?? links.count
    if place == links.count { links.append(link) } else { links[place] = link }
    places[pair] = place
    firstChains.insert(place, of: pair.first)
    secondChains.insert(place, of: pair.second)
  }

  private func remove(_ pair: RowPair) {
    guard let place = places.removeValue(forKey: pair) else { return }
    indexes = LinkIndexes()
    firstChains.remove(place, of: pair.first)
    secondChains.remove(place, of: pair.second)
    links[place] = .free
    free.append(place)
  }
}

/// Two references, to the entities at the two ends.
struct RowPair: Hashable, Sendable {
  let first: Int64
  let second: Int64

  /// The same records from the other end.
  var reversed: RowPair { RowPair(first: second, second: first) }
}

/// One link, with its place among those of either record.
struct StoredLink: Sendable {
  let pair: RowPair
  /// Rises along the members of the first record; counts only where that end is ordered.
  var positionInFirst: Int64
  /// Rises along the members of the second record; counts only where that end is ordered.
  var positionInSecond: Int64

  /// What stands in a free place.
  static let free = StoredLink(
    pair: RowPair(first: Column.nullReference, second: Column.nullReference),
    positionInFirst: 0,
    positionInSecond: 0
  )
}

/// A wish to link two records.
struct LinkEdit {
  /// The end from which it is said.
  let end: RelationshipEnd
  /// The record at that end.
  let owner: Int64
  /// The record at the other end.
  let member: Int64
  /// Where the member stands among those of the owner.
  let position: Int64
  /// Where the owner stands among those of the member.
  let inversePosition: Int64
}
