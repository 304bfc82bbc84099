import Expressions
import Model
import Storage

/// A plain reading of what a request means, record by record, with the scalar evaluator.
struct Reference {
  enum Outcome: Equatable {
    case rows([[Value]])
    case failed(EvaluationError, RecordID?)
  }

  /// What failed, for which record; a query within an expression fails for one of its own records.
  struct Failure: Error {
    let error: EvaluationError
    let record: RecordID?
  }

  let world: SampleWorld
  let context: EvaluationContext
  private let queries = FoundByQuery()

  init(world: SampleWorld, context: EvaluationContext) {
    self.world = world
    self.context = context
  }

  private struct Found {
    let record: Int64
    let keys: [Value]
  }

  func outcome(_ request: FetchRequest) -> Outcome {
    do {
      let shown = try found(request)
      // What fails is reported for the record of lowest identity, in whichever order it is shown.
      for record in shown.sorted() { _ = try columns(of: record, request) }
      return .rows(try shown.map { try columns(of: $0, request) })
    } catch let failure as Failure {
      return .failed(failure.error, failure.record)
    } catch {
      return .rows([])
    }
  }

  /// Whether a query within an expression finds the record; it is asked once.
  func finds(_ id: RecordID, _ query: RecordQuery) throws -> Bool {
    if let known = queries.records[query] { return known.contains(id) }
    let request = FetchRequest(
      entity: query.entity,
      predicate: query.predicate,
      sort: query.sort,
      limit: query.limit,
      offset: query.offset
    )
    let ids = Set(
      try found(request).map { RecordID(entity: query.entity, key: .number($0 + 1)) }
    )
    queries.records[query] = ids
    return ids.contains(id)
  }

  private func found(_ request: FetchRequest) throws -> ArraySlice<Int64> {
    sorted(try matching(request), request).dropFirst(request.offset)
      .prefix(request.limit ?? .max)
  }

  private func columns(of record: Int64, _ request: FetchRequest) throws -> [Value] {
    try request.columns.map { try value($0.expression, record, request) }
  }

  /// Conjuncts that cannot fail come first, then the sort keys of the record, then the next record;
  /// without a sort a limit ends the search.
  private func matching(_ request: FetchRequest) throws -> [Found] {
    let conjuncts = request.predicate?.conjuncts ?? []
    let ordered = conjuncts.filter { !$0.canFail } + conjuncts.filter(\.canFail)
    let needed = request.sort.isEmpty ? request.limit.map { $0 + request.offset } : nil
    var found: [Found] = []
    for record in world.records(of: request.entity).indices.map({ Int64($0) }) {
      if let needed, found.count >= needed { break }
      if try ordered.allSatisfy({ try value($0, record, request) == .bool(true) }) {
        let keys = try request.sort.map { try value($0.expression, record, request) }
        found.append(Found(record: record, keys: keys))
      }
    }
    return found
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

  private func compare(_ left: Value, _ right: Value, _ key: SortKey) -> Int {
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

  private func value(
    _ expression: TypedExpression,
    _ record: Int64,
    _ request: FetchRequest
  ) throws -> Value {
    let records = PlainRecords(world: world, reference: self)
    do {
      return try ScalarEvaluator(source: records, context: context)
        .evaluate(expression, scopes: [record])
    } catch let error as EvaluationError {
      throw Failure(
        error: error,
        record: records.recordID(entity: request.entity, reference: record)
      )
    }
  }
}

/// What queries within expressions found.
private final class FoundByQuery {
  var records: [RecordQuery: Set<RecordID>] = [:]
}
