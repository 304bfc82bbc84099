import Columns
import Execution
public import Expressions
import Model
import Planning
public import Storage

/// Comparing states.
extension ModelContext {
  /// How saved records differ between two moments; `end` is nil for now.
  ///
  /// - Parameter request: Finds the records, in one of the two states; nil for all.
  public func differences(
    from start: PastMoment,
    to end: PastMoment?,
    of request: FetchRequest?,
    _ evaluation: EvaluationContext
  ) throws -> [RecordChange] {
    let (base, past) = try past([start] + [end].compactMap { $0 }, evaluation)
    let states = try past.map { try state($0, over: base) }
    let schema = schema()
    let differences = StateDifferences(
      old: .init(schema: schema, snapshot: states[0]),
      new: .init(schema: schema, snapshot: states.count > 1 ? states[1] : base),
      cancellation: cancellation,
      comparesAll: request == nil
    )
    let entities = request.map { [$0.entity] } ?? schema.entities.map(\.name)
    var touched: [String: Set<RecordKey>] = [:]
    for entity in schema.entities.map(\.name) {
      touched[entity] = try past.reduce(into: []) { $0.formUnion(try $1.touched(entity)) }
    }
    let owners = try differences.owners(ofOrdered: touched)
    return try entities.flatMap { entity -> [RecordChange] in
      let keys = (touched[entity] ?? []).union(owners[entity] ?? [])
      return try differences.changes(
        of: chosen(keys, by: request, differences, evaluation),
        in: entity
      )
    }
  }

  /// How the saved records of another store differ from those of this one.
  public func differences(
    with other: ModelContext,
    of request: FetchRequest?,
    _ evaluation: EvaluationContext
  ) throws -> [RecordChange] {
    let differences = StateDifferences(
      old: .init(schema: schema(), snapshot: try container.store.snapshot()),
      new: .init(schema: other.schema(), snapshot: try other.container.store.snapshot()),
      cancellation: cancellation,
      comparesAll: request == nil
    )
    let entities = request.map { [$0.entity] } ?? schema().entities.map(\.name)
    return try entities.flatMap { entity -> [RecordChange] in
      // Models of only one store are not compared.
      if request == nil, (try? other.schema().layout(entity)) == nil { return [] }
      _ = try other.schema().layout(entity)
      let keys = try Set(differences.old.snapshot.allKeys(of: entity))
        .union(differences.new.snapshot.allKeys(of: entity))
      return try differences.changes(
        of: chosen(keys, by: request, differences, evaluation),
        in: entity
      )
    }
  }

  /// Those of `keys` whose records a request finds in one of the two states.
  private func chosen(
    _ keys: Set<RecordKey>,
    by request: FetchRequest?,
    _ differences: StateDifferences,
    _ evaluation: EvaluationContext
  ) throws -> Set<RecordKey> {
    guard let request, request.predicate != nil || request.limit != nil || request.offset > 0
    else { return keys }
    let found = try [differences.old, differences.new].flatMap { state in
      try records(of: request, in: state.snapshot, evaluation).map(\.key)
    }
    return keys.intersection(found)
  }

  /// The records that a request finds in a state.
  func records(
    of request: FetchRequest,
    in snapshot: any StoreSnapshot,
    _ evaluation: EvaluationContext
  ) throws -> [RecordID] {
    let executor = executor(evaluation, over: snapshot)
    let found = try executor.references(of: executor.plan(request), first: nil)
    return try snapshot.recordIDs(of: request.entity, at: found)
  }
}

extension StoreSnapshot {
  /// The keys of all records of an entity.
  fileprivate func allKeys(of entity: String) throws -> [RecordKey] {
    var keys: [RecordKey] = []
    let reader = try scan(entity, [])
    while let batch = try reader.next() {
      keys += try recordIDs(of: entity, at: (0..<batch.count).map { batch.reference(at: $0) })
        .map(\.key)
    }
    return keys
  }
}
