import Binding
import Columns
import Execution
import Expressions
import Model
import Planning
import Storage
import Syntax

/// The relationships of a stage.
extension StagePlanner {
  func planRelationships() throws {
    let present = Self.pairs(of: newStored)
    var carried: Set<RelationshipEnd> = []
    for previous in Self.pairs(of: oldStored) {
      guard let next = newForm(of: previous, among: present) else {
        try planRemoved(previous)
        continue
      }
      guard carried.insert(next.first).inserted else {
        refuseMerge(of: previous, into: next)
        continue
      }
      carried.insert(next.second)
      try carry(previous, to: next)
    }
    for pair in present {
      try planSets(of: pair, isCarried: carried.contains(pair.first))
      if !carried.contains(pair.first) { try planNew(pair) }
    }
  }

  /// All relationships, once each.
  static func pairs(of schema: Schema) -> [Pair] {
    var seen: Set<RelationshipEnd> = []
    return schema.entities.flatMap { entity in
      entity.relationships.compactMap { relationship -> Pair? in
        let end = RelationshipEnd(entity: entity.name, name: relationship.name)
        let other = RelationshipEnd(
          entity: relationship.destination,
          name: relationship.inverse
        )
        guard seen.insert(end).inserted, end == other || seen.insert(other).inserted,
          let inverse = schema.inverse(of: relationship, in: entity.name)
        else { return nil }
        return Pair(first: end, second: other, firstSide: relationship, secondSide: inverse)
      }
    }
  }

  /// The new form of a relationship, seen from the same end; one of the ends keeps its name or
  /// states its old one.
  func newForm(of previous: Pair, among present: [Pair]) -> Pair? {
    let candidates = (present + present.map(\.turned)).filter { pair in
      pair.first.entity == previous.first.entity && pair.second.entity == previous.second.entity
    }
    return candidates.first { pair in
      became(pair.firstSide, previous.first) && became(pair.secondSide, previous.second)
    }
      ?? candidates.first { pair in
        became(pair.firstSide, previous.first) && !previous.first.name.contains("@")
          || became(pair.secondSide, previous.second) && !previous.second.name.contains("@")
      }
  }

  func became(_ relationship: Relationship, _ end: RelationshipEnd) -> Bool {
    relationship.name == end.name
      || relationship.oldName == end.name
        && oldStored.entity(end.entity)?.property(relationship.name) == nil
  }

  // MARK: Existing links

  private func carry(_ previous: Pair, to next: Pair) throws {
    for (side, end, old) in [
      (next.firstSide, next.first, previous.first), (next.secondSide, next.second, previous.second),
    ] where side.name != old.name && !side.name.contains("@") && !old.name.contains("@") {
      note(end, .renamed(oldName(of: old, at: end)))
    }
    let strays = try strays(previous, next)
    if !strays.isEmpty {
      lose(next.shown, .members(.link, strays.count, .otherModel))
    }
    if strays.isEmpty, try isKept(previous, next) {
      try requireTargets(previous, next)
      return
    }
    let links = try links(of: previous).filter { !strays.contains($0) }
    let kept = next.isManyToMany ? links : next.fitting(links)
    let shown = next.shown
    note(shown, .linksKept(kept.count))
    if kept.count < links.count {
      lose(shown, .members(.link, links.count - kept.count, .toOne))
    }
    reportLostOrder(previous, next, kept)
    try requireTargets(next, kept)
    try fill(next, with: kept)
  }

  /// The old name of a relationship, with its model if another one declared it.
  private func oldName(of old: RelationshipEnd, at end: RelationshipEnd) -> String {
    let (entity, name) = owner(of: old)
    return entity == shown(end).entity ? name : "\(entity).\(name)"
  }

  /// Re-created links are in the order of their records.
  private func reportLostOrder(_ previous: Pair, _ next: Pair, _ links: [Link]) {
    guard next.first != next.second else { return }
    for (old, side, end, owners) in [
      (previous.firstSide, next.firstSide, next.first, links.map(\.owner)),
      (previous.secondSide, next.secondSide, next.second, links.map(\.member)),
    ] where old.isOrdered && side.isOrdered {
      let counts = Dictionary(owners.map { ($0, 1) }, uniquingKeysWith: +)
      let count = counts.values.count { $0 > 1 }
      if count > 0 {
        lose(end, .order(records: count))
      }
    }
  }

  /// Whether the store carries the links over by itself.
  private func isKept(_ previous: Pair, _ next: Pair) throws -> Bool {
    if previous.isManyToMany || next.isManyToMany {
      return previous.isManyToMany == next.isManyToMany
    }
    return try zip([next, next.turned], [previous, previous.turned]).allSatisfy { next, previous in
      guard !next.firstSide.isToMany else { return true }
      // A store only considers the name at this end.
      guard became(next.firstSide, previous.first) else { return false }
      guard let oldEntity = oldStored.entity(previous.first.entity),
        let entity = newStored.entity(next.first.entity)
      else { return false }
      let oldLayout = try TableLayout(oldEntity, in: oldStored)
      let layout = try TableLayout(entity, in: newStored)
      guard let place = layout.referencePlace(of: next.first.name) else { return false }
      return oldLayout.keeps(layout.references[place], as: previous.first.name)
    }
  }

  /// Checks carried-over to-one relationships that become required.
  private func requireTargets(_ previous: Pair, _ next: Pair) throws {
    for (next, previous) in [(next, previous), (next.turned, previous.turned)]
    where !next.firstSide.isToMany && !next.firstSide.isOptional && previous.firstSide.isOptional {
      guard sets[member(next.first)] == nil else { continue }
      let targets = try targets(of: previous)
      requireTargets(targets.map { $0 ?? Column.nullReference }, of: next.first)
    }
  }

  /// Checks required to-one relationships whose links are re-created.
  private func requireTargets(_ next: Pair, _ links: [Link]) throws {
    for (side, end, owners) in [
      (next.firstSide, next.first, links.map(\.owner)),
      (next.secondSide, next.second, links.map(\.member)),
    ] where !side.isToMany && !side.isOptional && sets[member(end)] == nil {
      let referenced = Set(owners)
      let places = Int64(0)..<Int64(try rows(of: end.entity).count)
      requireTargets(places.map { referenced.contains($0) ? $0 : Column.nullReference }, of: end)
    }
  }

  func requireTargets(_ targets: [Int64], of end: RelationshipEnd) {
    let missing = targets.count { $0 == Column.nullReference }
    if missing > 0 { refuse(end, .lacksLinks(records: missing)) }
  }

  /// If two relationships become one, only the links of one would remain.
  private func refuseMerge(of previous: Pair, into next: Pair) {
    let (entity, name) = owner(of: previous.shown)
    refuse(next.shown, .mergedLinks(OldMember(entity: entity, name: name)))
  }

  private func planRemoved(_ previous: Pair) throws {
    let shown = previous.shown
    if sets[member(previous.first)] != nil || sets[member(previous.second)] != nil { return }
    // Links of removed records are not reported separately.
    guard
      newStored.entity(previous.first.entity) != nil
        || newStored.entity(previous.second.entity) != nil
    else { return }
    let links = try links(of: previous)
    if links.isEmpty { return note(shown, .removedWithout(.link)) }
    lose(shown, .members(.link, links.count))
  }

  // MARK: New links

  private func planNew(_ pair: Pair) throws {
    try keepEmpty(pair)
    for pair in [pair, pair.turned] where !pair.first.name.contains("@") {
      guard oldStored.entity(pair.first.entity) != nil else { continue }
      if sets[member(pair.first)] == nil { note(pair.first, .added) }
      let count = try rows(of: pair.first.entity).count
      if !pair.firstSide.isToMany, !pair.firstSide.isOptional, count > 0,
        sets[member(pair.first)] == nil
      {
        requireTargets(Array(repeating: Column.nullReference, count: count), of: pair.first)
      }
    }
  }

  /// A new relationship must not inherit the links of an old one with the same name.
  private func keepEmpty(_ pair: Pair) throws {
    let ends = [pair.first, pair.second]
    guard !pair.isManyToMany, ends.allSatisfy({ sets[member($0)] == nil }) else { return }
    let isTaken = ends.contains { end in
      oldStored.entity(end.entity)?.relationship(end.name).map { !$0.isToMany } ?? false
    }
    if isTaken { try fill(pair, with: []) }
  }

  func fill(_ pair: Pair, with links: [Link]) throws {
    guard !pair.isManyToMany else {
      plan.change.linkFills.append(
        LinkFill(
          entity: pair.first.entity,
          relationship: pair.first.name,
          pairs: links.map { ($0.owner, $0.member) }
        )
      )
      return
    }
    for (pair, isTurned) in [(pair, false), (pair.turned, true)] where !pair.firstSide.isToMany {
      var targets = Array(
        repeating: Column.nullReference,
        count: try rows(of: pair.first.entity).count
      )
      for link in links {
        let (owner, member) = isTurned ? (link.member, link.owner) : (link.owner, link.member)
        targets[Int(owner)] = member
      }
      plan.change.referenceFills.append(
        ReferenceFill(
          entity: pair.first.entity,
          relationship: pair.first.name,
          targets: targets
        )
      )
      // A relationship that is its own inverse has one column.
      if pair.first == pair.second { break }
    }
  }

  func member(_ end: RelationshipEnd) -> StoredMember {
    StoredMember(root: end.entity, path: AttributePath([end.name]))
  }
}
