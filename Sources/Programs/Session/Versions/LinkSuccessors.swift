import Model
import Storage

/// What the relationships of records that get another root, and of those that stay beside them, are from then on.
final class LinkSuccessors {
  /// A relationship that leads on, and whether it is named from the other end.
  typealias Successor = (pair: StagePlanner.Pair, isTurned: Bool)

  /// The links of a relationship between records of two models, which all become those of one.
  private struct Kinds: Hashable {
    let former: RelationshipEnd
    let owner: String
    let member: String
  }

  private let moves: KindMoves
  private let pairs: [StagePlanner.Pair]
  /// What was found; nil for links that lead nowhere from then on.
  private var found: [Kinds: Successor?] = [:]
  /// The ends from then on whose links had an order before.
  private(set) var orderedEnds: Set<RelationshipEnd> = []

  init(_ moves: KindMoves) {
    self.moves = moves
    pairs = StagePlanner.pairs(of: moves.planner.newStored)
  }

  /// The relationship that leads from records of the one model to those of the other from then on, by a name that it has
  /// or had.
  func successor(
    of former: StagePlanner.Pair,
    owner: String,
    member: String
  ) -> Successor? {
    let kinds = Kinds(former: former.first, owner: owner, member: member)
    if let known = found[kinds] { return known }
    let next = successor(of: former, kinds)
    found[kinds] = .some(next)
    if let next { noteOrder(former, next) }
    return next
  }

  private func successor(of former: StagePlanner.Pair, _ kinds: Kinds) -> Successor? {
    let (near, far) = (moves.shown(former.first).name, moves.shown(former.second).name)
    var partial: Successor?
    for pair in pairs {
      for (candidate, isTurned) in [(pair, false), (pair.turned, true)]
      where fits(candidate.first, kinds.owner) && fits(candidate.second, kinds.member) {
        let isNear = was(candidate.firstSide, candidate.first, near)
        let isFar = was(candidate.secondSide, candidate.second, far)
        if isNear, isFar { return (pair, isTurned) }
        let isNamed = isNear && !near.hasPrefix("@") || isFar && !far.hasPrefix("@")
        if partial == nil, isNamed { partial = (pair, isTurned) }
      }
    }
    return partial
  }

  private func noteOrder(_ former: StagePlanner.Pair, _ next: Successor) {
    let pair = next.isTurned ? next.pair.turned : next.pair
    if former.firstSide.isOrdered { orderedEnds.insert(pair.first) }
    if former.secondSide.isOrdered { orderedEnds.insert(pair.second) }
  }

  /// Whether records of a model may stand at an end.
  func fits(_ end: RelationshipEnd, _ kind: String) -> Bool {
    guard moves.new.entity(kind) != nil, moves.new.root(of: kind) == end.entity else {
      return false
    }
    return moves.new.isKind(kind, of: moves.planner.model(at: end))
  }

  /// Whether a relationship is, or was, called `name` by the model that declares it.
  private func was(_ side: Relationship, _ end: RelationshipEnd, _ name: String) -> Bool {
    func own(_ stored: String) -> String { moves.new.declared(stored, in: end.entity).name }
    return own(side.name) == name || side.formerName.map(own) == name
  }
}
