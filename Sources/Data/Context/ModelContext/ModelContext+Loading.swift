public import Columns
import Expressions
public import Model
public import Storage

/// Adding many records.
extension ModelContext {
  /// The record that has the values of each row of `keys`, which are of attributes that are unique
  /// together; nil where there is none.
  public func holders(
    of keys: [Column],
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> [RecordKey?] {
    let snapshot = try snapshot()
    let found = try UniqueKeyLookup(schema: schema(), snapshot: snapshot)
      .holders(of: keys, paths, entity)
    let there = found.filter { $0 != Column.nullReference }
    var ids = try snapshot.recordIDs(of: entity, at: there)[...]
    return found.map { $0 == Column.nullReference ? nil : ids.popFirst()?.key }
  }

  /// The model of each of the records with `keys`, all of one root entity.
  public func kinds(of keys: [RecordKey], _ root: String) throws -> [String] {
    try KindReader(schema(), snapshot()).kinds(keys, of: root)
  }

  /// Whether what is saved now is saved at once, and so may be saved in batches.
  public var mayLoad: Bool {
    guard savesAtOnce else { return false }
    return (try? container.store.capability((any BulkLoadingStore).self, for: .reading)) != nil
  }

  /// Adds records by one context after another that saves each batch of its own, all of them or none;
  /// nothing of it is undone. `body` gets the context.
  ///
  /// - Parameter change: What becomes of the models before.
  public func load(
    declaring change: SchemaChange = SchemaChange(),
    _ body: (ModelContext) throws -> Void
  ) throws {
    try container.inTurn {
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
    // Whether all goes well shows at the end only.
    willBecomeIrrevocable?()
    if !change.isEmpty { return forgetUndo() }
    undoStack.removeAll(because: .tooLarge)
  }

  /// Whether no rule of these models, and no bound, may hold at the end and not in between, while records
  /// are added batch by batch.
  public func checksEachRecordAlone(_ entities: [String]) -> Bool {
    let schema = schema()
    return entities.allSatisfy { name in
      let constraints = schema.constraints(of: schema.declared.root(of: name))
      return constraints.bounds.isEmpty
        && constraints.checks.allSatisfy { check in
          let routes = RuleRoutes(check.rule.condition, of: name)
          return !routes.asksQuery && routes.readings.allSatisfy { $0.route.isEmpty }
        }
    }
  }
}
