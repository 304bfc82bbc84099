import Columns
import Storage

/// The links of a many-to-many relationship; guarded by the store's lock.
///
/// A relationship that is its own inverse has every pair in both directions.
final class LinkTable {
  /// The end of the first records.
  let first: RelationshipEnd
  /// The end of the second records.
  let second: RelationshipEnd

  /// The links, and free slots with null records.
  private(set) var links: [StoredLink] = []
  private var free: [Int] = []
  private var places: [RowPair: Int] = [:]
  private var firstChains = LinkChains()
  private var secondChains = LinkChains()
  private var indexes = LinkIndexes()

  /// Creates an empty table.
  init(first: RelationshipEnd, second: RelationshipEnd) {
    self.first = first
    self.second = second
  }

  /// Copies `other` with renamed ends.
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

  var version: LinkTableVersion {
    LinkTableVersion(first: first, links: links, indexes: indexes)
  }

  /// Links two records, or changes their positions.
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

  /// Removes all links of rows of `entity`.
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

  /// A copy with new row numbers for the records of `entity`.
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

  /// Links a pair, or changes its positions.
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

/// Two references, one for each end.
struct RowPair: Hashable, Sendable {
  let first: Int64
  let second: Int64

  /// The pair, as seen from the other end.
  var reversed: RowPair { RowPair(first: second, second: first) }
}

/// A link with its positions at both ends.
struct StoredLink: Sendable {
  let pair: RowPair
  /// The position among the members of the first record; ignored if that end is not ordered.
  var positionInFirst: Int64
  /// The position among the members of the second record; ignored if that end is not ordered.
  var positionInSecond: Int64

  /// A free slot.
  static let free = StoredLink(
    pair: RowPair(first: Column.nullReference, second: Column.nullReference),
    positionInFirst: 0,
    positionInSecond: 0
  )
}

/// A request to link two records.
struct LinkEdit {
  /// The end that names the link.
  let end: RelationshipEnd
  /// The record at that end.
  let owner: Int64
  /// The record at the other end.
  let member: Int64
  /// The position of the member among those of the owner.
  let position: Int64
  /// The position of the owner among those of the member.
  let inversePosition: Int64
}
