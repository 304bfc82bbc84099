import Expressions
import FoundationEssentials
import Model
import Storage

/// A reference implementation of requests, record by record, with the scalar evaluator.
struct Reference {
  enum Outcome: Equatable {
    case rows([[Value]])
    case failed(EvaluationError, RecordID?)
    /// What no request may come to.
    case broken(String)
  }

  /// What failed, for which record; a query within an expression fails for one of its own records.
  struct Failure: Error {
    let error: EvaluationError
    let record: RecordID?
  }

  /// The moment at which tests ask.
  static let moment = EvaluationContext(
    now: Timestamp(microseconds: 1_700_000_000_000_000),
    timeZone: .gmt
  )

  let world: RandomWorld
  private let queries = FoundByQuery()

  init(_ world: RandomWorld) {
    self.world = world
  }

  private struct Found {
    let record: Int64
    let keys: [Value]
  }

  /// What a request answers.
  func outcome(_ request: FetchRequest) -> Outcome {
    if request.grouping != nil || request.isDistinct {
      return GroupReference(self).outcome(request)
    }
    do {
      let shown = try found(request)
      // What fails is reported for the record of lowest identity, in whichever order it is shown.
      for record in shown.sorted() { _ = try columns(of: record, request) }
      return .rows(try shown.map { try columns(of: $0, request) })
    } catch let failure as Failure {
      return .failed(failure.error, failure.record)
    } catch {
      return .broken("\(error)")
    }
  }

  /// Whether a query within an expression finds the record; it is asked once.
  func finds(_ id: RecordID, _ query: RecordQuery) throws -> Bool {
    if let known = queries.records[query] { return known.contains(id) }
    let request = FetchRequest(
      entity: query.entity,
      predicate: query.predicate,
      sort: query.sort,
      limitKeys: query.limitKeys,
      limit: query.limit,
      offset: query.offset
    )
    let ids = Set(try found(request).map { RecordID(entity: query.entity, key: .number($0 + 1)) })
    queries.records[query] = ids
    return ids.contains(id)
  }

  /// The records that the limit for each group keeps.
  private func firstOfGroups(_ records: [Int64], _ query: FetchRequest) throws -> [Int64] {
    let request = FetchRequest(entity: query.entity)
    var keys: [Int64: [Value]] = [:]
    for record in records.sorted() {
      keys[record] = try query.limitKeys.map { try value($0, record, request) }
    }
    var groups: [(keys: [Value], count: Int)] = []
    return records.filter { record in
      let own = keys[record] ?? []
      let place =
        groups.firstIndex { zip($0.keys, own).allSatisfy { ValueOrder.areEqual($0, $1) } }
        ?? groups.count
      if place == groups.count { groups.append((own, 0)) }
      groups[place].count += 1
      let count = groups[place].count - query.offset
      return count > 0 && query.limit.map { count <= $0 } ?? true
    }
  }

  private func found(_ request: FetchRequest) throws -> ArraySlice<Int64> {
    let sorted = sorted(try matching(request), request)
    if !request.limitKeys.isEmpty { return try firstOfGroups(sorted, request)[...] }
    return sorted.dropFirst(request.offset).prefix(request.limit ?? .max)
  }

  private func columns(of record: Int64, _ request: FetchRequest) throws -> [Value] {
    try request.columns.map { try value($0.expression, record, request) }
  }

  /// The conditions come first, then the sort keys of the record, then the next record; without a sort
  /// a limit ends the search.
  private func matching(_ request: FetchRequest) throws -> [Found] {
    let isCut = request.sort.isEmpty && request.limitKeys.isEmpty
    let needed = isCut ? request.limit.map { $0 + request.offset } : nil
    var found: [Found] = []
    for record in world.records(of: request.entity).indices.map({ Int64($0) }) {
      if let needed, found.count >= needed { break }
      if try matches(record, request) {
        let keys = try request.sort.map { try value($0.expression, record, request) }
        found.append(Found(record: record, keys: keys))
      }
    }
    return found
  }

  /// Whether all conjuncts hold. Those that cannot fail are tested first.
  func matches(_ record: Int64, _ request: FetchRequest) throws -> Bool {
    let conjuncts = request.predicate?.conjuncts ?? []
    let ordered = conjuncts.filter { !$0.canFail } + conjuncts.filter(\.canFail)
    return try ordered.allSatisfy { try value($0, record, request) == .bool(true) }
  }

  private func sorted(_ found: [Found], _ request: FetchRequest) -> [Int64] {
    found.sorted { left, right in
      for (index, key) in request.sort.enumerated() {
        let order = compare(left.keys[index], right.keys[index], key)
        if order != 0 { return order < 0 }
      }
      return left.record < right.record
    }.map(\.record)
  }

  /// The order of two values under a key: negative, 0 or positive.
  func compare(_ left: Value, _ right: Value, _ key: SortKey) -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return key.nullsFirst ? -1 : 1
    case (_, .null): return key.nullsFirst ? 1 : -1
    case (.string(let a), .string(let b)) where key.order == .standard:
      let order = StandardOrder.compare(a, b)
      return key.isDescending ? -order : order
    default:
      let order = ValueOrder.compare(left, right) ?? 0
      return key.isDescending ? -order : order
    }
  }

  /// The value of an expression for a record of the request.
  func value(
    _ expression: TypedExpression,
    _ record: Int64,
    _ request: FetchRequest
  ) throws -> Value {
    let records = PlainRecords(world: world, reference: self)
    do {
      return try ScalarEvaluator(source: records, context: Self.moment)
        .evaluate(expression, scopes: [record])
    } catch let error as EvaluationError {
      throw Failure(
        error: error,
        record: records.recordID(entity: request.entity, reference: record)
      )
    }
  }
}

/// The results of subqueries in expressions.
private final class FoundByQuery {
  var records: [RecordQuery: Set<RecordID>] = [:]
}
