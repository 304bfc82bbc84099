import Columns
public import Expressions
public import Model
public import Storage

extension ModelContext {
  /// Puts the records of a graph into the store under their own identities, saved at once: all of
  /// them or none. How many there are of each model.
  ///
  /// All that the models demand must hold. It is nothing that `undo` takes back.
  ///
  /// Throws ``GraphRefusal``, ``GraphProblems``, ``ChangeFailure``, and what the store throws.
  ///
  /// - Parameters:
  ///   - change: The models that the store lacks; with them it has those of the loader.
  ///   - nextNumbers: The numbers that the next new records get at least, by root entity.
  public func restore(
    _ loader: GraphLoader,
    declaring change: SchemaChange = SchemaChange(),
    nextNumbers: [String: Int64],
    _ evaluation: EvaluationContext
  ) throws -> [ChangeSummary.KindCount] {
    guard !hasChanges, !isInTransaction else { throw GraphRefusal.pendingChanges }
    let known = nextNumbers.filter { loader.tableNames.contains($0.key) }
    let (changes, gone) = try loader.changes(for: container.store, nextNumbers: known)
    try requireRoom(for: changes.inserted.map { ($0.entity, $0.keys) } + gone)
    try apply(change, changes, loader.schema, evaluation)
    return loader.counts
  }

  /// Throws if the store has some of these records.
  private func requireRoom(for records: [(entity: String, keys: RecordKeys)]) throws {
    let snapshot = try container.store.snapshot()
    let schema = schema()
    var first: [RecordID] = []
    var total = 0
    for (entity, keys) in records where schema.declared.entity(entity) != nil {
      let found = try snapshot.references(to: keys, of: entity)
        .filter { $0 != Column.nullReference }
      total += found.count
      first += try snapshot.recordIDs(of: entity, at: Array(found.prefix(3)))
    }
    if total > 0 { throw GraphRefusal.recordsInTheWay(Array(first.prefix(3)), total: total) }
  }

  private func apply(
    _ change: SchemaChange,
    _ changes: ChangeSet,
    _ schema: StoredSchema,
    _ evaluation: EvaluationContext
  ) throws {
    func check(_ before: any StoreSnapshot) throws {
      let problems = try problems(changes, before: before, evaluation, schema: schema)
      guard problems.isEmpty else { throw ChangeFailure(problems) }
    }
    if !change.isEmpty {
      defer { forgetUndo() }
      try container.store.apply(change, changes, check: check)
      return
    }
    try untilCurrent {
      var changes = changes
      changes.basis = try version(thatPasses: check)
      try container.inTurn { try container.store.apply(changes) }
    }
  }

  /// The version of the store that was checked; its snapshot is given up, so that the store can change
  /// columns in place.
  private func version(thatPasses check: (any StoreSnapshot) throws -> Void) throws -> StoreVersion
  {
    let snapshot = try container.store.snapshot()
    try check(snapshot)
    return snapshot.version
  }
}

extension GraphLoader {
  /// How many records there are of each model, in declared order.
  fileprivate var counts: [ChangeSummary.KindCount] {
    var counts = Array(repeating: 0, count: kinds.count)
    for table in tables.values {
      for model in table.models { counts[Int(model)] += 1 }
    }
    return zip(kinds, counts).filter { $1 > 0 }.map {
      ChangeSummary.KindCount(kind: $0.name, count: $1)
    }
  }

  /// The names of the root entities.
  fileprivate var tableNames: Set<String> { Set(schema.entities.map(\.name)) }

  /// All records with their links, once these are completed and checked, and the records that they
  /// lead to though they are gone.
  func changes(
    for store: any Store,
    nextNumbers: [String: Int64]
  ) throws -> (ChangeSet, gone: [(entity: String, keys: RecordKeys)]) {
    var repeated: [GraphProblem] = []
    var total = 0
    for table in tables.values {
      for row in table.sort() {
        total += 1
        guard repeated.count < 20 else { continue }
        repeated.append(
          GraphProblem(
            place: table.places[row],
            record: table.id(row),
            property: nil,
            fact: .repeatedIdentity
          )
        )
      }
    }
    if total > 0 { throw GraphProblems(problems: repeated.inOrder, total: total) }
    let positions = try store.reservePositions(GraphLinks.positionCount(of: self))
    var links = GraphLinks(
      self,
      nextNumbers: nextNumbers,
      firstPosition: positions.lowerBound
    )
    try links.resolve()
    guard links.total == 0 else {
      throw GraphProblems(problems: links.problems.inOrder, total: links.total)
    }
    var changes = ChangeSet()
    for entity in schema.entities {
      guard let table = tables[entity.name], table.count > 0 else { continue }
      changes.inserted.append(table.rows())
    }
    changes.linked = links.linkages
    changes.nextNumbers = nextNumbers
    let gone = links.gone.sorted { $0.key < $1.key }.map {
      ($0.key, RecordKeys.list($0.value.sorted().map(RecordKey.number)))
    }
    return (changes, gone)
  }

  /// The place of a record among those of the graph; nil for one that is not among them.
  public func place(of id: RecordID) -> Int? {
    guard case .number(let number) = id.key, let table = tables[id.entity],
      let row = table.row(of: number)
    else { return nil }
    return table.places[row]
  }
}

extension [GraphProblem] {
  /// The problems in the order of their records.
  fileprivate var inOrder: [GraphProblem] { sorted { $0.place < $1.place } }
}
