import Binding
import Columns
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage

/// Steps that set relationships.
extension StagePlanner {
  /// Plans the steps that set a relationship.
  func planSets(of pair: Pair, isCarried: Bool) throws {
    for pair in [pair, pair.turned] {
      guard let step = sets[member(pair.first)] else { continue }
      let end = pair.first
      let places = try places(of: step.entity)
      let owners = try places ?? Array(rows(of: end.entity).indices)
      guard let links = try links(from: owners, isAll: places == nil, of: pair, by: step) else {
        continue
      }
      note(end, .set(records: owners.count))
      if !pair.firstSide.isToMany, !step.isOptional {
        let referenced = Set(links.map(\.owner))
        requireTargets(
          owners.map { referenced.contains(Int64($0)) ? 0 : Column.nullReference },
          of: end
        )
      }
      if !pair.secondSide.isToMany, pair.fitting(links).count < links.count {
        refuse(end, .sharedRecord(of: pair.second.entity))
      }
      if isCarried, pair.isManyToMany, try hasLinks(pair) {
        refuse(end, .replacedLinks)
      }
      forgetFills(of: pair)
      try fill(pair, with: links)
    }
  }

  /// The links that a step creates; nil if it is refused.
  private func links(
    from owners: [Int],
    isAll: Bool,
    of pair: Pair,
    by step: BoundSetStep
  ) throws -> [Link]? {
    guard let request = step.records else {
      let column = try column(of: step.value, in: pair.first.entity, at: isAll ? nil : owners)
      return zip(owners, try places(of: column, in: pair.second.entity)).compactMap {
        $1 == Column.nullReference ? nil : Link(owner: Int64($0), member: $1)
      }
    }
    let found = try executor.references(of: Planner.enginePlan(request), first: nil)
    let placeByRow = try placesByRow(of: pair.second.entity)
    let members = found.compactMap { placeByRow[$0] }
    if !pair.firstSide.isToMany, members.count != 1, !owners.isEmpty {
      refuse(pair.first, .severalRecords(members.count))
      return nil
    }
    let (count, overflow) = owners.count.multipliedReportingOverflow(by: members.count)
    guard !overflow, count <= Self.maxLinks else {
      refuse(pair.first, .tooManyLinks(from: owners.count, to: members.count))
      return nil
    }
    return owners.flatMap { owner in members.map { Link(owner: Int64(owner), member: $0) } }
  }

  /// The maximum number of links that a step creates.
  private static let maxLinks = 20_000_000

  /// Whether a many-to-many relationship that is carried over has links.
  private func hasLinks(_ pair: Pair) throws -> Bool {
    for previous in Self.pairs(of: oldStored) where previous.isManyToMany {
      guard let next = newForm(of: previous, among: [pair]),
        next.first == pair.first || next.first == pair.second
      else { continue }
      return try !links(of: previous).isEmpty
    }
    return false
  }

  private func forgetFills(of pair: Pair) {
    let ends = [pair.first, pair.second]
    plan.change.referenceFills.removeAll {
      ends.contains(RelationshipEnd(entity: $0.entity, name: $0.relationship))
    }
    plan.change.linkFills.removeAll {
      ends.contains(RelationshipEnd(entity: $0.entity, name: $0.relationship))
    }
  }
}
