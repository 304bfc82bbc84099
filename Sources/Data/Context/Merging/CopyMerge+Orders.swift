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
    let position: Int64
    /// The position in the other copy; nil if it was written by another statement there.
    let there: Int64?
  }

  /// Orders the members that both copies have added to one record by their statements. Otherwise
  /// the positions are those of the copy that knows all members.
  mutating func orderMembers() {
    var next: Int64 = 1
    let groups = membersByOwner(&next)
    for members in groups {
      let added = members.filter { $0.stamp != .base }
      guard added.contains(where: { !this.known.contains($0.stamp) }) else { continue }
      guard added.contains(where: { !other.known.contains($0.stamp) }) else {
        for member in members { if let there = member.there { move(member, to: there) } }
        continue
      }
      let sorted = added.sorted { ($0.stamp, $0.position) < ($1.stamp, $1.position) }
      for member in sorted {
        move(member, to: next)
        next += 1
      }
    }
  }

  private mutating func move(_ member: Member, to position: Int64) {
    switch member.place {
    case .record(let id, let name): records[id]?.places[name]?.value = .int(position)
    case .link(let pair, let isInverse):
      guard let places = links[pair]?.places else { return }
      links[pair]?.places =
        isInverse
        ? .init(here: places.here, there: position) : .init(here: position, there: places.there)
    }
  }

  /// The members of each record, in a fixed order; `next` becomes greater than all positions.
  private func membersByOwner(_ next: inout Int64) -> [[Member]] {
    var members: [Owner: [Member]] = [:]
    var order: [Owner] = []
    func add(_ member: Member, to record: RecordID, _ name: String) {
      let owner = Owner(record: .record(record), relationship: name)
      if members[owner] == nil { order.append(owner) }
      members[owner, default: []].append(member)
      next = max(next, member.position + 1, (member.there ?? 0) + 1)
    }
    let ids = records.keys.sorted {
      $0.entity == $1.entity ? $0.key.isBefore($1.key) : $0.entity < $1.entity
    }
    for id in ids {
      guard let record = records[id] else { continue }
      for (name, place) in record.places.sorted(by: { $0.key < $1.key }) {
        guard case .int(let position) = place.value,
          case .record(let owner)? = record.cells[AttributePath([name])]?.value
        else { continue }
        let there = other.records[id]?.places[name]
        var same: Int64?
        if there?.stamp == place.stamp, case .int(let position)? = there?.value { same = position }
        let member = Member(
          place: .record(id, name),
          stamp: place.stamp,
          position: position,
          there: same
        )
        add(member, to: owner, id.entity + "." + name)
      }
    }
    for pair in links.keys.sorted(by: { $0.isBefore($1) }) {
      guard let link = links[pair], link.isLinked, let places = link.places else { continue }
      let there = other.links[pair].flatMap { $0.stamp == link.stamp ? $0.places : nil }
      let end = pair.entity + "." + pair.relationship
      for isInverse in [false, true] {
        let member = Member(
          place: .link(pair, isInverse: isInverse),
          stamp: link.stamp,
          position: isInverse ? places.there : places.here,
          there: isInverse ? there?.there : there?.here
        )
        // Only keys tell records at the other end apart; their entity is that of the relationship.
        let owner = RecordID(entity: end, key: isInverse ? pair.member : pair.owner)
        add(member, to: owner, isInverse ? "inverse " + end : end)
      }
    }
    return order.compactMap { members[$0] }
  }
}
