public import Columns
package import Expressions
public import Model
public import Storage

/// Adding many records.
extension ModelContext {
  /// The records with the values of each row of `keys` in the unique key `paths`; nil for missing
  /// ones.
  public func holders(
    of keys: [Column],
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> [RecordKey?] {
    let snapshot = try snapshot()
    let lookup = UniqueKeyLookup(
      schema: schema(),
      snapshot: snapshot,
      cancellation: cancellation
    )
    let found = try lookup.holders(of: keys, paths, entity)
    let there = found.filter { $0 != Column.nullReference }
    var ids = try snapshot.recordIDs(of: entity, at: there)[...]
    return found.map { $0 == Column.nullReference ? nil : ids.popFirst()?.key }
  }

  /// The models of the records with `keys`, all of one root entity.
  public func kinds(of keys: [RecordKey], _ root: String) throws -> [String] {
    try RecordModels(schema(), snapshot()).kinds(keys, of: root)
  }

  /// Whether changes are saved immediately and the store supports batches.
  public var mayLoad: Bool {
    guard savesAtOnce else { return false }
    return (try? container.store.capability((any BulkLoadingStore).self, for: .reading)) != nil
  }

  /// Adds records in batches, each saved by a temporary context that `body` receives: all of them
  /// or none. Applies `change` to the schema first. This cannot be undone.
  public func load(
    declaring change: SchemaChange = SchemaChange(),
    _ body: (ModelContext) throws -> Void
  ) throws {
    try container.exclusively {
      try container.store.inBatches(change) { store in
        let context = ModelContext(
          ModelContainer(store: store),
          autosaveEnabled: true,
          cancellation: cancellation
        )
        context.author = author
        context.timeZone = timeZone
        context.undoCapacity = 0
        try body(context)
      }
    }
    container.beginHistory()
    // Whether this succeeds is only known at the end.
    willBecomeIrrevocable?()
    if !change.isEmpty { return forgetUndo() }
    undoStack.removeAll(because: .tooLarge)
  }

  /// Saves new records that no draft contains, and their statement in the history, which only lists
  /// their numbers. This cannot be undone.
  ///
  /// - Parameter body: Adds the records to the store, together with these statements; there are
  ///   none if the store does not save its history.
  package func saveInserts(
    _ inserted: [RecordSelection],
    _ evaluation: EvaluationContext,
    title: String,
    _ body: ([HistoryEvent]) throws -> Void
  ) throws {
    let event = statement(inserting: inserted, evaluation, title: title)
    // A file that does not exist yet is created before its capabilities are known.
    _ = try container.store.writable()
    let isKeptByStore = try container.store.savedHistory != nil
    try container.exclusively {
      try body(isKeptByStore ? [event] : [])
      if !isKeptByStore { container.history.add([HistoryEntry(inserting: event, schema())]) }
    }
    forgetUndo()
  }

  /// A statement of the history that only adds records.
  package func statement(
    inserting inserted: [RecordSelection],
    _ evaluation: EvaluationContext,
    title: String
  ) -> HistoryEvent {
    HistoryEvent(
      time: evaluation.now,
      author: author,
      title: title,
      bulkInserts: inserted,
      records: []
    )
  }

  /// Whether all rules of these models can be checked record by record, so that batches may be
  /// checked separately.
  public func checksEachRecordAlone(_ entities: [String]) -> Bool {
    let schema = schema()
    return entities.allSatisfy { name in
      let constraints = schema.constraints(of: schema.declared.root(of: name))
      return constraints.bounds.isEmpty
        && constraints.checks.allSatisfy { check in
          let routes = RuleRoutes(check.rule.condition, of: name)
          return !routes.containsQuery && routes.readings.allSatisfy { $0.route.isEmpty }
        }
    }
  }
}
