import Expressions
import Model
import Storage

/// The links of records that get another root, as the models have them from then on.
final class MovedLinks {
  /// Two records by where they stand so far.
  private struct Link: Hashable {
    let owner: StagePlanner.StoredPlace
    let member: StagePlanner.StoredPlace
  }

  private let moves: KindMoves
  private var planner: StagePlanner { moves.planner }
  /// The links of each relationship, named from the first of its ends.
  private var carried: [(pair: StagePlanner.Pair, links: [Link])] = []
  private var keys: [String: [RecordKey]] = [:]

  init(_ moves: KindMoves) throws {
    self.moves = moves
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
    var seen: [RelationshipEnd: Set<Link>] = [:]
    let pairs = StagePlanner.pairs(of: planner.newStored)
    for former in StagePlanner.pairs(of: planner.oldStored) {
      var lost = 0
      for link in try planner.links(of: former) {
        let owner = StagePlanner.StoredPlace(root: former.first.entity, place: Int(link.owner))
        let member = StagePlanner.StoredPlace(root: former.second.entity, place: Int(link.member))
        guard
          moves.moved[owner.root]?[owner.place] != nil
            || moves.moved[member.root]?[member.place] != nil
        else { continue }
        // What goes for good takes its links with it, which is told there.
        if isDropped(owner) || isDropped(member) { continue }
        guard let next = try successor(of: former, owner, member, among: pairs) else {
          lost += 1
          continue
        }
        let link = Link(
          owner: next.isTurned ? member : owner,
          member: next.isTurned ? owner : member
        )
        if seen[next.pair.first, default: []].insert(link).inserted {
          found[next.pair.first, default: []].append(link)
        }
      }
      tell(lost: lost, of: former)
    }
    for pair in pairs {
      if let links = found[pair.first] {
        carried.append((pair, fitting(links, pair)))
        let (entity, name) = moves.shown(pair.shown)
        let verb = links.count == 1 ? "is" : "are"
        moves.note(
          entity,
          name,
          "\(StagePlanner.counted(links.count, "link")) \(verb) carried over"
        )
      }
      try requireTargets(pair)
      if pair.first != pair.second { try requireTargets(pair.turned) }
    }
  }

  private func isDropped(_ record: StagePlanner.StoredPlace) -> Bool {
    moves.dropped[record.root]?[record.place] != nil
  }

  private func tell(lost: Int, of former: StagePlanner.Pair) {
    guard lost > 0 else { return }
    let (entity, name) = moves.shown(former.shown)
    moves.lose(entity, name, "\(StagePlanner.counted(lost, "link")) would be lost")
  }

  /// The relationship that leads from the one record to the other from then on, by a name that it has or had.
  private func successor(
    of former: StagePlanner.Pair,
    _ owner: StagePlanner.StoredPlace,
    _ member: StagePlanner.StoredPlace,
    among pairs: [StagePlanner.Pair]
  ) throws -> (pair: StagePlanner.Pair, isTurned: Bool)? {
    let ownerKind = try planner.kinds(of: owner.root)[owner.place]
    let memberKind = try planner.kinds(of: member.root)[member.place]
    for pair in pairs {
      for (candidate, isTurned) in [(pair, false), (pair.turned, true)]
      where fits(candidate.first, ownerKind) && fits(candidate.second, memberKind) {
        let (near, far) = (moves.shown(former.first).name, moves.shown(former.second).name)
        let isNear = was(candidate.firstSide, candidate.first, near)
        let isFar = was(candidate.secondSide, candidate.second, far)
        if isNear && isFar || isNear && !near.hasPrefix("@") || isFar && !far.hasPrefix("@") {
          return (pair, isTurned)
        }
      }
    }
    return nil
  }

  /// Whether records of a kind may stand at an end.
  private func fits(_ end: RelationshipEnd, _ kind: String) -> Bool {
    guard moves.new.entity(kind) != nil, moves.new.root(of: kind) == end.entity else {
      return false
    }
    return moves.new.isKind(kind, of: planner.model(at: end))
  }

  /// Whether a relationship is, or was, called `name` by the model that declares it.
  private func was(_ side: Relationship, _ end: RelationshipEnd, _ name: String) -> Bool {
    let model = planner.model(at: end)
    func own(_ stored: String) -> String {
      model != end.entity && stored.hasPrefix(model + ".")
        ? String(stored.dropFirst(model.count + 1)) : stored
    }
    return own(side.name) == name || side.formerName.map(own) == name
  }

  /// The links of which no record has more than it may have; the others are lost.
  private func fitting(_ links: [Link], _ pair: StagePlanner.Pair) -> [Link] {
    var (owners, members): (Set<StagePlanner.StoredPlace>, Set<StagePlanner.StoredPlace>) = ([], [])
    let kept = links.filter { link in
      let isFree =
        (pair.firstSide.isToMany || !owners.contains(link.owner))
        && (pair.secondSide.isToMany || !members.contains(link.member))
      if isFree {
        owners.insert(link.owner)
        members.insert(link.member)
      }
      return isFree
    }
    if kept.count < links.count {
      moves.lose(
        pair.shown.entity,
        pair.shown.name,
        "\(StagePlanner.counted(links.count - kept.count, "link")) would be lost, as a record leads to one only"
      )
    }
    if pair.firstSide.isOrdered || pair.secondSide.isOrdered {
      moves.lose(pair.shown.entity, pair.shown.name, "the order of these links would be lost")
    }
    return kept
  }

  /// Records that come back lead somewhere where they must.
  private func requireTargets(_ pair: StagePlanner.Pair) throws {
    guard !pair.firstSide.isToMany else { return }
    let model = planner.model(at: pair.first)
    let (_, name) = (model, own(pair.first.name, of: model, pair.first.entity))
    guard let declared = moves.new.entity(model)?.relationship(name), !declared.isOptional else {
      return
    }
    let links = carried.first { $0.pair.first == pair.first || $0.pair.second == pair.first }
    let led = Set(
      (links?.links ?? []).map { links?.pair.first == pair.first ? $0.owner : $0.member }
    )
    var missing = 0
    for (root, kinds) in moves.moved {
      for (place, kind) in kinds where fits(pair.first, kind) {
        if !led.contains(.init(root: root, place: place)) { missing += 1 }
      }
    }
    guard missing > 0 else { return }
    moves.refuse(
      model,
      name,
      "is required, and \(StagePlanner.counted(missing, "record")) \(missing == 1 ? "leads" : "lead") nowhere",
      help: "a version before, or behind, in which it is optional"
    )
  }

  private func own(_ stored: String, of model: String, _ root: String) -> String {
    model != root && stored.hasPrefix(model + ".")
      ? String(stored.dropFirst(model.count + 1)) : stored
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
