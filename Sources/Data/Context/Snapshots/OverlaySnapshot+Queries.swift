import Columns
import Expressions
import Model
import Storage

/// Pushdown to the store below.
///
/// The store does not know the changes, so only parts that do not depend on entities with changes
/// are pushed down. For an entity with changes, the store may find the unchanged records that
/// satisfy conditions on their own values. A scan adds all changed and new ones, and the engine
/// tests the conditions again.
extension OverlaySnapshot {
  /// With more changed records of an entity, a scan of all its records is not slower.
  private static let mostChanged = 1 << 15

  func supportedParts(
    of request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    let none = Pushdown(conjuncts: Array(repeating: .unsupported, count: conjuncts.count))
    let changed = changedEntities
    if changed.contains(request.entity) {
      return partsBelow(of: request.entity, conjuncts, moment, changed)
    }
    guard let pushdown = try? below.pushdown(of: request.entity) else { return none }
    var request = request
    let isSortKept = request.sort.allSatisfy {
      $0.expression.entitiesRead.isDisjoint(with: changed)
    }
    if !isSortKept { request.sort = [] }
    let isUnchanged = request.grouping?.parts.allSatisfy {
      $0.entitiesRead.isDisjoint(with: changed)
    }
    if isUnchanged == false { request.grouping = nil }
    let isAsked = conjuncts.map { $0.entitiesRead.isDisjoint(with: changed) }
    var below = pushdown.supportedParts(
      of: request,
      conjuncts: zip(conjuncts, isAsked).filter(\.1).map(\.0),
      moment: moment
    )
    var answers = below.conjuncts.makeIterator()
    below.conjuncts = isAsked.map { $0 ? answers.next() ?? .unsupported : .unsupported }
    below.sort = below.sort && isSortKept
    below.limit = below.limit && below.sort && isAsked.allSatisfy { $0 }
    below.limitPerGroup =
      below.limitPerGroup && isSortKept && isAsked.allSatisfy { $0 }
      && request.limitKeys.allSatisfy { $0.entitiesRead.isDisjoint(with: changed) }
    below.groups = below.groups && isAsked.allSatisfy { $0 }
    below.distinct =
      below.distinct && isAsked.allSatisfy { $0 }
      && request.columns.allSatisfy { $0.expression.entitiesRead.isDisjoint(with: changed) }
    return below
  }

  /// The conditions that find few records of an entity with changes.
  private func partsBelow(
    of entity: String,
    _ conjuncts: [TypedExpression],
    _ moment: EvaluationContext,
    _ changed: Set<String>
  ) -> Pushdown {
    var parts = Pushdown(conjuncts: Array(repeating: .unsupported, count: conjuncts.count))
    if let place = conjuncts.firstIndex(where: { $0.selectedRecords != nil }) {
      parts.conjuncts[place] = .inexact
      return parts
    }
    let asked = conjuncts.indices.filter {
      conjuncts[$0].otherEntitiesRead.isDisjoint(with: changed)
    }
    guard !asked.isEmpty, (tables[entity]?.slots.count ?? 0) <= Self.mostChanged,
      let pushdown = try? below.pushdown(of: entity)
    else { return parts }
    let supported = pushdown.supportedParts(
      of: FetchRequest(
        entity: entity,
        predicate: .conjunction(of: asked.map { conjuncts[$0] })
      ),
      conjuncts: asked.map { conjuncts[$0] },
      moment: moment
    )
    for (place, answer) in zip(asked, supported.conjuncts) where answer != .unsupported {
      parts.conjuncts[place] = .inexact
    }
    return parts
  }

  /// The entities with changed records or links.
  private var changedEntities: Set<String> {
    Set(tables.keys).union(links.changedEntities)
  }

  func count(of query: StoreQuery) throws -> Int {
    query.isPlain
      ? try count(of: query.entity) : try below.pushdown(of: query.entity).count(of: query)
  }

  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    if changedEntities.contains(query.entity),
      let records = query.conditions.lazy.compactMap(\.selectedRecords).first
    {
      let keys = Set(records.map(\.key))
      let found = try references(to: .list(Array(keys)), of: query.entity)
      let references = Set(found).subtracting([Column.nullReference]).sorted()
      let columns = try gather(sources, of: query.entity, at: references)
      return WholeColumnReader(references: references, columns: columns)
    }
    return try OverlayScan(
      below: try below.pushdown(of: query.entity).scan(query, sources),
      sources: sources,
      entity: query.entity,
      snapshot: self,
      isFiltered: !query.isPlain
    )
  }

  func groups(of query: StoreQuery) throws -> [Column] {
    try below.pushdown(of: query.entity).groups(of: query)
  }

  func explanation(of query: StoreQuery, _ sources: [ColumnSource]) throws -> StoreExplanation? {
    try below.capability((any PushdownSnapshot).self, of: query.entity)?
      .explanation(of: query, sources)
  }
}

extension OverlayLinks {
  /// The entities with changed links.
  fileprivate var changedEntities: Set<String> {
    Set(linked.filter { !$1.isEmpty }.map(\.key.entity))
      .union(unlinked.filter { !$1.isEmpty }.map(\.key.entity))
  }
}
