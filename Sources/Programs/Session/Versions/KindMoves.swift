import Binding
import Columns
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage

/// What becomes of records whose models specialise others, and go in a version or stand in another tree from then on.
///
/// They are taken away before anything else is done for the version; those whose models stay come back at the end, where
/// these stand then, with their values and links.
final class KindMoves {
  let old: Schema
  let new: Schema
  let planner: StagePlanner
  /// The places of records that go for good, by root, with their models.
  private(set) var dropped: [String: [Int: String]] = [:]
  /// The places of records that come back elsewhere, by root, with their models.
  private(set) var moved: [String: [Int: String]] = [:]
  /// What takes them away; nil without any.
  private(set) var removal: ChangeSet?
  private(set) var problems: [StagePlan.Remark] = []
  private var losses: [StagePlan.Remark] = []
  private var notes: [StagePlan.Remark] = []
  private var arrivals: [MovedRows] = []
  private var links: MovedLinks?

  /// Whether any records come back.
  var hasMoved: Bool { !moved.isEmpty }

  /// Works out what `planner` would find in the way; throws what the store does.
  init(_ planner: StagePlanner, _ sets: [BoundSetStep]) throws {
    (self.planner, old, new) = (planner, planner.old, planner.new)
    try find()
    if dropped.isEmpty, moved.isEmpty { return }
    refuseSets(sets)
    try planRemoval()
    try planArrival()
  }

  /// The models whose records come back elsewhere.
  var movedKinds: Set<String> { Set(moved.values.flatMap(\.values)) }

  func note(_ entity: String, _ member: String?, _ text: String) {
    notes.append(.init(entity: entity, member: member, text: text))
  }

  func lose(_ entity: String, _ member: String?, _ text: String) {
    losses.append(.init(entity: entity, member: member, text: text))
  }

  func refuse(_ entity: String, _ member: String?, _ text: String, help: String? = nil) {
    problems.append(.init(entity: entity, member: member, text: text, help: help))
  }

  // MARK: Which records

  private func find() throws {
    for root in planner.oldStored.entities.map(\.name) {
      for (place, kind) in try planner.kinds(of: root).enumerated() {
        if new.entity(kind) == nil {
          // The records of a root that goes go with it.
          if kind != root { dropped[root, default: [:]][place] = kind }
        } else if new.root(of: kind) != root {
          moved[root, default: [:]][place] = kind
        }
      }
    }
    for (kind, count) in Self.counts(dropped) {
      lose(kind, nil, "goes with \(counted(count, "record"))")
    }
  }

  private static func counts(_ places: [String: [Int: String]]) -> [(kind: String, count: Int)] {
    var counts: [String: Int] = [:]
    for kind in places.values.flatMap(\.values) { counts[kind, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func refuseSets(_ sets: [BoundSetStep]) {
    for step in sets {
      for kind in movedKinds.sorted() where new.isKind(kind, of: step.entity) {
        refuse(
          step.entity,
          step.path.description,
          "is set, but records of \(kind) stand in another tree of models from then on",
          help: "a version behind sets it"
        )
      }
    }
  }

  /// Whether the record in a place is taken away.
  func isGone(_ place: Int64, of root: String) -> Bool {
    dropped[root]?[Int(place)] != nil || moved[root]?[Int(place)] != nil
  }

  /// The keys of all records of a root, in identity order.
  func keys(of root: String) throws -> [RecordKey] {
    try planner.snapshot.recordIDs(of: root, at: planner.rows(of: root)).map(\.key)
  }

  // MARK: Taking away

  private func planRemoval() throws {
    var changes = ChangeSet()
    for root in Set(dropped.keys).union(moved.keys).sorted() {
      let keys = try keys(of: root)
      let gone = keys.indices.filter { isGone(Int64($0), of: root) }.map { keys[$0] }
      changes.deleted.append(RecordSelection(entity: root, keys: .list(gone)))
    }
    for pair in StagePlanner.pairs(of: planner.oldStored) {
      guard isTouched(pair.first.entity) || isTouched(pair.second.entity) else { continue }
      let links = try planner.links(of: pair)
      try tellDropped(links, pair)
      if let rows = try released(links, pair) { changes.updated.append(rows) }
      guard pair.first != pair.second else { continue }
      if let rows = try released(links.map(\.turned), pair.turned) { changes.updated.append(rows) }
    }
    removal = changes
  }

  private func isTouched(_ root: String) -> Bool { dropped[root] != nil || moved[root] != nil }

  /// Records that stay lead to none that is taken away.
  private func released(
    _ links: [StagePlanner.Link],
    _ pair: StagePlanner.Pair
  ) throws -> RecordRows? {
    guard !pair.firstSide.isToMany else { return nil }
    let owners = links.filter { link in
      !isGone(link.owner, of: pair.first.entity) && isGone(link.member, of: pair.second.entity)
    }.map { Int($0.owner) }.sorted()
    guard !owners.isEmpty else { return nil }
    if !pair.firstSide.isOptional {
      let (entity, name) = shown(pair.first)
      refuse(
        entity,
        name,
        "must have a value, and \(counted(owners.count, "record")) "
          + "\(owners.count == 1 ? "leads" : "lead") to records that go or get another root",
        help: "a version before makes `\(entity).\(name)` optional"
      )
    }
    let keys = try keys(of: pair.first.entity)
    var rows = RecordRows(entity: pair.first.entity, keys: .list(owners.map { keys[$0] }))
    rows.references[pair.first.name] = RecordReferences(
      targets: owners.map { _ in nil },
      positions: pair.secondSide.isOrdered ? owners.map { _ in 0 } : nil
    )
    return rows
  }

  /// Links between records that stay and such as go for good.
  private func tellDropped(_ links: [StagePlanner.Link], _ pair: StagePlanner.Pair) throws {
    let count = links.count { link in
      let near = dropped[pair.first.entity]?[Int(link.owner)] != nil
      let far = dropped[pair.second.entity]?[Int(link.member)] != nil
      return near != far
    }
    guard count > 0 else { return }
    let (entity, name) = shown(pair.shown)
    lose(entity, name, "\(counted(count, "link")) would be lost with these records")
  }

  /// An end by the names that the models have.
  func shown(_ end: RelationshipEnd) -> (entity: String, name: String) {
    planner.shown(end)
  }

  // MARK: Coming back

  private func planArrival() throws {
    if moved.isEmpty { return }
    let places = moved.flatMap { root, kinds in
      kinds.map { MovedRows.Source(root: root, place: $0.key, kind: $0.value) }
    }
    let byRoot = Dictionary(grouping: places) { new.root(of: $0.kind) }
    for (root, sources) in byRoot.sorted(by: { $0.key < $1.key }) {
      arrivals.append(try MovedRows(sources, to: root, self))
    }
    links = try MovedLinks(self)
  }

  /// What brings the records back; `reserve` gives numbers to those that cannot keep theirs.
  func arrival(
    _ reserve: (_ count: Int, _ entity: String) throws -> Range<Int64>
  ) throws -> ChangeSet {
    var changes = ChangeSet()
    var identities: [StagePlanner.StoredPlace: RecordKey] = [:]
    for rows in arrivals {
      let keys = try rows.keys(reserve)
      for (source, key) in zip(rows.sources, keys) {
        identities[.init(root: source.root, place: source.place)] = key
      }
      changes.inserted.append(rows.rows(keys))
    }
    try links?.add(to: &changes, identities)
    return changes
  }

  /// Tells of it beside what the stage does otherwise.
  func tell(in stage: inout StagePlan) {
    forgetNotes(in: &stage)
    stage.notes += notes
    stage.losses = losses + stage.losses
    stage.problems = problems + stage.problems
    if !problems.isEmpty { discount(in: &stage) }
    for (kind, count) in Self.counts(dropped) {
      stage.setCount(of: kind, count, isRoot: false)
    }
    for rows in arrivals {
      let before = stage.counts.first { $0.entity == rows.root }?.count ?? 0
      stage.setCount(of: rows.root, before + rows.sources.count, isRoot: true)
    }
    let arrived = moved.values.flatMap(\.values)
    for kind in movedKinds.sorted() where new.root(of: kind) != kind {
      let stayed = stage.kindCounts.first { $0.entity == kind }?.count ?? 0
      let count = arrived.count { new.isKind($0, of: kind) }
      stage.setCount(of: kind, stayed + count, isRoot: false)
    }
  }
}

extension KindMoves {
  /// Takes records from the counts of a stage that was worked out while they are still there.
  private func discount(in stage: inout StagePlan) {
    var gone: [String: Int] = [:]
    for (root, kinds) in dropped.merging(moved, uniquingKeysWith: { $0.merging($1) { $1 } }) {
      gone[root, default: 0] += kinds.count
      for kind in kinds.values {
        for ancestor in old.lineage(of: kind) where ancestor != root {
          gone[ancestor, default: 0] += 1
        }
      }
    }
    for place in stage.counts.indices {
      stage.counts[place].count -= gone[stage.counts[place].entity] ?? 0
    }
    for place in stage.kindCounts.indices {
      stage.kindCounts[place].count -= gone[stage.kindCounts[place].entity] ?? 0
    }
  }

  /// Takes back what the stage says of members and relationships without records: these were only away meanwhile.
  private func forgetNotes(in stage: inout StagePlan) {
    let kinds = movedKinds.union(dropped.values.flatMap(\.values))
    let relationships = carriedNames.union(links?.carriedNames ?? [])
    stage.notes.removeAll { remark in
      guard let member = remark.member else {
        return kinds.contains(remark.entity) && remark.text == "goes"
      }
      let (entity, name) = shown(RelationshipEnd(entity: remark.entity, name: member))
      guard remark.text.hasPrefix("is new") || remark.text.hasPrefix("goes; no record") else {
        return false
      }
      return kinds.contains(entity) || relationships.contains([entity, name])
    }
  }

  /// The relationships, each by its model and its name, that lead from or to records which get another root, and are
  /// there before and after.
  private var carriedNames: Set<[String]> {
    func names(_ schema: Schema, _ roots: Set<String>) -> Set<[String]> {
      Set(
        StagePlanner.pairs(of: schema).flatMap { pair -> [[String]] in
          guard roots.contains(pair.first.entity) || roots.contains(pair.second.entity) else {
            return []
          }
          return [pair.first, pair.second].map { end in
            let (entity, name) = shown(end)
            return [entity, name]
          }
        }
      )
    }
    return names(planner.oldStored, Set(moved.keys))
      .intersection(names(planner.newStored, Set(movedKinds.map(new.root))))
  }
}

extension StagePlan {
  /// Puts a number of records in the place of what was counted.
  fileprivate mutating func setCount(of entity: String, _ count: Int, isRoot: Bool) {
    kindCounts.removeAll { $0.entity == entity }
    let place = counts.firstIndex { $0.entity == entity }
    if let place, isRoot {
      counts[place].count = count
    } else if isRoot {
      counts.append((entity, count))
    } else {
      if let place { counts.remove(at: place) }
      kindCounts.append((entity, count))
    }
  }
}
