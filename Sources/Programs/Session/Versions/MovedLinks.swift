import Expressions
import Model
import Rendering
import Storage

/// The links of records that get another root, as the models have them from then on.
final class MovedLinks {
  /// Two records by where they stand so far.
  private typealias Link = RecordLink<StagePlanner.StoredPlace>

  private let moves: KindMoves
  private var planner: StagePlanner { moves.planner }
  /// The links of each relationship, named from the first of its ends.
  private var carried: [(pair: StagePlanner.Pair, links: [Link])] = []
  private var keys: [String: [RecordKey]] = [:]
  private let successors: LinkSuccessors

  init(_ moves: KindMoves) throws {
    self.moves = moves
    successors = LinkSuccessors(moves)
    for root in moves.planner.oldStored.entities.map(\.name) {
      keys[root] = try moves.keys(of: root)
    }
    try find()
  }

  /// The relationships that have links, each by its model and its name.
  var carriedNames: Set<[String]> {
    Set(
      carried.flatMap { [$0.pair.first, $0.pair.second] }.map { end in
        let (entity, name) = moves.shown(end)
        return [entity, name]
      }
    )
  }

  private func find() throws {
    var found: [RelationshipEnd: [Link]] = [:]
    var seen: Set<Carried> = []
    let pairs = StagePlanner.pairs(of: planner.newStored)
    for former in StagePlanner.pairs(of: planner.oldStored) {
      var lost = 0
      for link in try links(of: former) where isMoved(link.owner) || isMoved(link.member) {
        // What goes for good takes its links with it, which is told there.
        if isDropped(link.owner) || isDropped(link.member) { continue }
        guard let next = try successor(of: former, link) else {
          lost += 1
          continue
        }
        let link = next.isTurned ? link.turned : link
        if seen.insert(Carried(end: next.pair.first, link: link)).inserted {
          found[next.pair.first, default: []].append(link)
        }
      }
      tell(lost: lost, of: former)
    }
    let staying = try stayingLinks(beside: pairs.filter { found[$0.first] != nil })
    for pair in pairs {
      if let links = found[pair.first] {
        let kept = fitting(links, pair, staying[pair.first] ?? [])
        carried.append((pair, kept))
        let (entity, name) = moves.shown(pair.shown)
        let verb = kept.count == 1 ? "is" : "are"
        moves.note(
          entity,
          name,
          "\(counted(kept.count, "link")) \(verb) carried over"
        )
      }
      try requireTargets(pair)
      if pair.first != pair.second { try requireTargets(pair.turned) }
    }
  }

  /// A link of a relationship, named from the first of its ends.
  private struct Carried: Hashable {
    let end: RelationshipEnd
    let link: Link
  }

  private func links(of pair: StagePlanner.Pair) throws -> [Link] {
    try planner.links(of: pair).map {
      Link(
        owner: StagePlanner.StoredPlace(root: pair.first.entity, place: Int($0.owner)),
        member: StagePlanner.StoredPlace(root: pair.second.entity, place: Int($0.member))
      )
    }
  }

  /// The links that some relationships have between records which stay where they are, each named from the first end.
  private func stayingLinks(
    beside chosen: [StagePlanner.Pair]
  ) throws -> [RelationshipEnd: [Link]] {
    var staying: [RelationshipEnd: [Link]] = [:]
    let roots = Set(chosen.map { Set([$0.first.entity, $0.second.entity]) })
    for former in StagePlanner.pairs(of: planner.oldStored)
    where roots.contains([former.first.entity, former.second.entity]) {
      for link in try links(of: former) {
        if [link.owner, link.member].contains(where: { isMoved($0) || isDropped($0) }) { continue }
        guard let next = try successor(of: former, link) else { continue }
        staying[next.pair.first, default: []].append(next.isTurned ? link.turned : link)
      }
    }
    return staying
  }

  /// What the relationship of a link is from then on.
  private func successor(
    of former: StagePlanner.Pair,
    _ link: Link
  ) throws -> LinkSuccessors.Successor? {
    successors.successor(
      of: former,
      owner: try planner.kinds(of: link.owner.root)[link.owner.place],
      member: try planner.kinds(of: link.member.root)[link.member.place]
    )
  }

  private func isMoved(_ record: StagePlanner.StoredPlace) -> Bool {
    moves.moved[record.root]?[record.place] != nil
  }

  private func isDropped(_ record: StagePlanner.StoredPlace) -> Bool {
    moves.dropped[record.root]?[record.place] != nil
  }

  private func tell(lost: Int, of former: StagePlanner.Pair) {
    guard lost > 0 else { return }
    let (entity, name) = moves.shown(former.shown)
    moves.lose(entity, name, "\(counted(lost, "link")) would be lost")
  }

  /// The links of which no record has more than it may have, those between records that stay among them; the others are
  /// lost.
  private func fitting(
    _ links: [Link],
    _ pair: StagePlanner.Pair,
    _ staying: [Link]
  ) -> [Link] {
    let kept = pair.fitting(links, beside: staying)
    let (entity, name) = moves.shown(pair.shown)
    if kept.count < links.count {
      moves.lose(
        entity,
        name,
        "\(counted(links.count - kept.count, "link")) would be lost, as a record leads to one only"
      )
    }
    let isOrderLost =
      isOrderLost(at: pair.first, pair.firstSide, kept.map(\.owner), staying.map(\.owner))
      || isOrderLost(at: pair.second, pair.secondSide, kept.map(\.member), staying.map(\.member))
    if isOrderLost { moves.lose(entity, name, "the order of these links would be lost") }
    return kept
  }

  /// Whether a record of those that links come back to has several, in an order.
  private func isOrderLost(
    at end: RelationshipEnd,
    _ side: Relationship,
    _ owners: [StagePlanner.StoredPlace],
    _ others: [StagePlanner.StoredPlace]
  ) -> Bool {
    guard side.isOrdered, successors.orderedEnds.contains(end) else { return false }
    var counts = Dictionary(owners.map { ($0, 1) }, uniquingKeysWith: +)
    for other in others { counts[other]? += 1 }
    return counts.values.contains { $0 > 1 }
  }

  /// Records that come back lead somewhere where they must.
  private func requireTargets(_ pair: StagePlanner.Pair) throws {
    guard !pair.firstSide.isToMany else { return }
    let (model, name) = moves.new.declared(pair.first.name, in: pair.first.entity)
    guard let declared = moves.new.entity(model)?.relationship(name), !declared.isOptional else {
      return
    }
    let links = carried.first { $0.pair.first == pair.first || $0.pair.second == pair.first }
    let led = Set(
      (links?.links ?? []).map { links?.pair.first == pair.first ? $0.owner : $0.member }
    )
    var missing = 0
    for (root, kinds) in moves.moved {
      for (place, kind) in kinds where successors.fits(pair.first, kind) {
        if !led.contains(.init(root: root, place: place)) { missing += 1 }
      }
    }
    guard missing > 0 else { return }
    moves.refuse(
      model,
      name,
      "is required, and \(counted(missing, "record")) \(missing == 1 ? "leads" : "lead") nowhere",
      help: "a version before, or behind, in which it is optional"
    )
  }

  // MARK: Making them

  /// Adds the links to what brings the records back, which have `identities` from then on.
  func add(
    to changes: inout ChangeSet,
    _ identities: [StagePlanner.StoredPlace: RecordKey]
  ) throws {
    func key(_ record: StagePlanner.StoredPlace) -> RecordKey? {
      identities[record] ?? keys[record.root]?[record.place]
    }
    for (pair, links) in carried {
      let ends = links.compactMap { link -> (RecordKey, RecordKey)? in
        guard let owner = key(link.owner), let member = key(link.member) else { return nil }
        return (owner, member)
      }
      if pair.isManyToMany {
        for (place, (owner, member)) in ends.enumerated() {
          changes.linked.append(
            RecordLinkage(
              pair: RecordPair(
                entity: pair.first.entity,
                relationship: pair.first.name,
                owner: owner,
                member: member
              ),
              position: Int64(place) + 1,
              inversePosition: Int64(place) + 1
            )
          )
        }
        continue
      }
      set(ends, of: pair, in: &changes)
      guard pair.first != pair.second else { continue }
      set(ends.map { ($1, $0) }, of: pair.turned, in: &changes)
    }
  }

  /// Has records lead to others: those that come back, and such as were there.
  private func set(
    _ ends: [(owner: RecordKey, member: RecordKey)],
    of pair: StagePlanner.Pair,
    in changes: inout ChangeSet
  ) {
    guard !pair.firstSide.isToMany else { return }
    let targets = Dictionary(
      ends.map { ($0.owner, $0.member) },
      uniquingKeysWith: { first, _ in first }
    )
    func references(_ keys: [RecordKey]) -> RecordReferences {
      RecordReferences(
        targets: keys.map { targets[$0] },
        positions: pair.secondSide.isOrdered ? keys.indices.map { Int64($0) + 1 } : nil
      )
    }
    var rest = Set(targets.keys)
    for place in changes.inserted.indices where changes.inserted[place].entity == pair.first.entity
    {
      let keys = changes.inserted[place].keys.all
      changes.inserted[place].references[pair.first.name] = references(keys)
      rest.subtract(keys)
    }
    guard !rest.isEmpty else { return }
    let keys = ends.map(\.owner).filter { rest.remove($0) != nil }
    var rows = RecordRows(entity: pair.first.entity, keys: .list(keys))
    rows.references[pair.first.name] = references(keys)
    changes.updated.append(rows)
  }
}
