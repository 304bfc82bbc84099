import Model
import Storage

/// Many-to-many relationships.
extension GraphLinks {
  private struct Pair: Hashable {
    let owner: Int64
    let member: Int64
  }

  /// The positions of a pair at its ends; 0 if unknown.
  private struct Positions {
    var here: Int64 = 0
    var there: Int64 = 0
  }

  /// Collects the pairs listed at either end, with their positions at both.
  mutating func link(_ end: RelationshipEnd, _ inverse: RelationshipEnd) throws {
    var pairs: [Pair: Positions] = [:]
    var order: [Pair] = []
    for (list, member) in try members(at: end, inverse) {
      let isBackward = end == inverse && list.owner > member
      let pair =
        isBackward
        ? Pair(owner: member, member: list.owner) : Pair(owner: list.owner, member: member)
      if pairs[pair] == nil { order.append(pair) }
      let position = takePosition()
      if isBackward {
        pairs[pair, default: Positions()].there = position
      } else {
        pairs[pair, default: Positions()].here = position
      }
    }
    guard end != inverse else { return add(order, pairs, end) }
    for (list, owner) in try members(at: inverse, end) {
      let pair = Pair(owner: owner, member: list.owner)
      if pairs[pair] == nil { order.append(pair) }
      pairs[pair, default: Positions()].there = takePosition()
    }
    add(order, pairs, end)
  }

  /// The existing members listed at an end.
  private mutating func members(
    at end: RelationshipEnd,
    _ inverse: RelationshipEnd
  ) throws -> [(GraphLoader.MemberList, Int64)] {
    let table = loader.tables[inverse.entity]
    let model = try model(end)
    var found: [(GraphLoader.MemberList, Int64)] = []
    for list in loader.lists[end] ?? [] {
      var seen: Set<Int64> = []
      for member in list.members {
        guard let table, let row = table.row(of: member) else {
          note(list, end, missing: member, inverse.entity)
          continue
        }
        if !isKind(table, row, of: model) {
          note(list, end, .wrongTarget(.record(table.id(row)), model: model))
        } else if !seen.insert(member).inserted {
          note(list, end, .repeatedMember(table.id(row)))
        } else {
          found.append((list, member))
        }
      }
    }
    return found
  }

  private mutating func add(_ order: [Pair], _ pairs: [Pair: Positions], _ end: RelationshipEnd) {
    for pair in order {
      guard var places = pairs[pair] else { continue }
      if places.here == 0 { places.here = takePosition() }
      if places.there == 0 { places.there = takePosition() }
      linkages.append(
        RecordLinkage(
          pair: RecordPair(
            entity: end.entity,
            relationship: end.name,
            owner: .number(pair.owner),
            member: .number(pair.member)
          ),
          position: places.here,
          inversePosition: places.there
        )
      )
    }
  }
}
