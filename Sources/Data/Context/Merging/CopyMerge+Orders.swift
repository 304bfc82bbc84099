import Model
import Storage

/// The order of members that two copies have added apart.
extension CopyMerge {
  /// One end of an ordered relationship.
  private struct Owner: Hashable {
    let record: Value
    let relationship: String
  }

  /// A member, and where its position is kept.
  private struct Member {
    enum Place {
      case record(RecordID, String)
      case link(RecordPair, isInverse: Bool)
    }

    let place: Place
    let stamp: SaveStamp
    /// The positions in both copies; nil in a copy that does not have the member, or has it by
    /// another statement.
    let here: Int64?
    let there: Int64?
    /// The last known position; 0 if there is none.
    let last: Int64

    var position: Int64 { here ?? there ?? last }
  }

  /// Orders the members of each record. The positions are those of a copy that has all members. If
  /// no copy has them all, the members of the common state come first, then the others by their
  /// statements.
  ///
  /// - Parameter missing: The records that do not exist in the result.
  mutating func orderMembers(without missing: Set<RecordID>) {
    var next: Int64 = 1
    for members in membersByOwner(without: missing, &next) {
      // A position of this copy stays as it is.
      if members.allSatisfy({ $0.here != nil }) { continue }
      if members.allSatisfy({ $0.there != nil }) {
        for member in members { move(member, to: member.there ?? member.position) }
        continue
      }
      for member in Self.sorted(members) where member.stamp != .base {
        move(member, to: next)
        next = Self.position(after: next)
      }
    }
  }

  /// Only a file of another program has members at the last position; members after them get the
  /// same one.
  private static func position(after position: Int64) -> Int64 {
    position == .max ? position : position + 1
  }

  /// The members by their statements.
  private static func sorted(_ members: [Member]) -> [Member] {
    Dictionary(grouping: members, by: \.stamp).sorted { $0.key < $1.key }
      .flatMap { _, members -> [Member] in
        // The positions of two copies cannot be compared with each other.
        let isThere =
          members.contains { $0.here == nil } && members.allSatisfy { $0.there != nil }
        return members.enumerated()
          .map { (offset: $0, position: isThere ? $1.there ?? 0 : $1.position, member: $1) }
          .sorted { ($0.position, $0.offset) < ($1.position, $1.offset) }
          .map(\.member)
      }
  }

  private mutating func move(_ member: Member, to position: Int64) {
    switch member.place {
    case .record(let id, let name): records[id]?.places[name]?.value = .int(position)
    case .link(let pair, let isInverse):
      let places = links[pair]?.places ?? .init(here: 0, there: 0)
      links[pair]?.places =
        isInverse
        ? .init(here: places.here, there: position) : .init(here: position, there: places.there)
    }
  }

  /// The members of each record, in a fixed order; `next` becomes greater than all positions.
  private func membersByOwner(
    without missing: Set<RecordID>,
    _ next: inout Int64
  ) -> [[Member]] {
    var members: [Owner: [Member]] = [:]
    var order: [Owner] = []
    func add(_ member: Member, to record: RecordID, _ name: String) {
      let owner = Owner(record: .record(record), relationship: name)
      if members[owner] == nil { order.append(owner) }
      members[owner, default: []].append(member)
      let last = max(member.here ?? 0, member.there ?? 0, member.last)
      next = max(next, Self.position(after: last))
    }
    let ids = records.keys.filter { !missing.contains($0) }.sorted {
      $0.entity == $1.entity ? $0.key.isBefore($1.key) : $0.entity < $1.entity
    }
    for id in ids {
      guard let record = records[id] else { continue }
      for (name, place) in record.places.sorted(by: { $0.key < $1.key }) {
        guard case .int(let position) = place.value,
          case .record(let owner)? = record.cells[AttributePath([name])]?.value,
          !missing.contains(owner)
        else { continue }
        // The members of the common state have the same positions in both copies.
        let isBase = place.stamp == .base
        let member = Member(
          place: .record(id, name),
          stamp: place.stamp,
          here: isBase ? position : this.position(of: id, name, place.stamp),
          there: isBase ? position : other.position(of: id, name, place.stamp),
          last: position
        )
        add(member, to: owner, id.entity + "." + name)
      }
    }
    for pair in links.keys.sorted(by: { $0.isBefore($1) }) {
      guard let link = links[pair], link.isLinked, !isMissing(pair, missing) else { continue }
      let (here, there) = (
        this.places(of: pair, link.stamp), other.places(of: pair, link.stamp)
      )
      let end = pair.entity + "." + pair.relationship
      for isInverse in [false, true] {
        let last = isInverse ? link.places?.there : link.places?.here
        // The links of the common state have the same positions in both copies.
        let isBase = link.stamp == .base
        let member = Member(
          place: .link(pair, isInverse: isInverse),
          stamp: link.stamp,
          here: isBase ? last : isInverse ? here?.there : here?.here,
          there: isBase ? last : isInverse ? there?.there : there?.here,
          last: last ?? 0
        )
        // Only keys tell records at the other end apart; their entity is that of the relationship.
        let owner = RecordID(entity: end, key: isInverse ? pair.member : pair.owner)
        add(member, to: owner, isInverse ? "inverse " + end : end)
      }
    }
    return order.compactMap { members[$0] }
  }

  private func isMissing(_ pair: RecordPair, _ missing: Set<RecordID>) -> Bool {
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    guard let destination = try? this.schema.relationship(end).destination else { return true }
    return missing.contains(RecordID(entity: pair.entity, key: pair.owner))
      || missing.contains(RecordID(entity: destination, key: pair.member))
  }
}
