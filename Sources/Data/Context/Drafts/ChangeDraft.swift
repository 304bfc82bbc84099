import Columns
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Storage

/// The changes of one statement, based on a snapshot and not yet applied.
final class ChangeDraft {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let executor: Executor
  let evaluation: EvaluationContext
  let store: any Store
  /// Whether the statement is only previewed.
  let isPreview: Bool
  /// Whether a delete follows the delete rules.
  let appliesDeleteRules: Bool
  let cancellation: CancellationFlag
  var links: LinkEditor
  var summary = ChangeSummary()
  /// The problems so far, which a preview shows with everything else.
  var problems: [ChangeProblem] = []
  /// What the history notes in addition to the changes.
  var notes: [RecordChange] = []
  /// The earliest time of the statement in the history; nil for any.
  var earliestTime: Timestamp?
  /// The causes of cascaded deletions, for previews.
  var causes: [RecordID: DeletionClosure.Cause] = [:]
  /// The new records by entity, in order.
  private(set) var inserted: [String: NewRows] = [:]
  /// The positions of new records in the statement.
  private(set) var newRecords: [RecordID: SourceSpan] = [:]
  /// How many numbers a preview has used for each entity.
  private var previewed: [String: Int] = [:]
  /// New values of records, in whole columns.
  private(set) var updated: [RecordRows] = []
  private(set) var deleted: [String: [RecordKey]] = [:]
  private var ready: ChangeSet?

  init(
    schema: StoredSchema,
    snapshot: any StoreSnapshot,
    store: any Store,
    executor: Executor,
    evaluation: EvaluationContext,
    cancellation: CancellationFlag,
    isPreview: Bool = false,
    appliesDeleteRules: Bool = true
  ) {
    self.schema = schema
    self.snapshot = snapshot
    self.store = store
    self.executor = executor
    self.evaluation = evaluation
    self.cancellation = cancellation
    self.isPreview = isPreview
    self.appliesDeleteRules = appliesDeleteRules
    links = LinkEditor(schema: schema, snapshot: snapshot, positions: PositionSource(store))
  }

  // MARK: Adding changes

  /// Reserves numbers for `count` new records.
  ///
  /// A preview uses the next numbers without reserving them.
  func reserve(_ count: Int, of entity: String) throws -> Range<Int64> {
    guard isPreview else { return try store.writable().reserveKeys(count, of: entity) }
    let next = try store.writable().reserveKeys(0, of: entity).lowerBound
    let taken = try Range(next: previewed[entity] ?? 0, from: next, of: entity)
    let numbers = try Range(next: count, from: taken.upperBound, of: entity)
    previewed[entity, default: 0] += count
    return numbers
  }

  /// A part of the identities of `count` new records, from the database; nil if it has none.
  func computedValues(
    _ count: Int,
    of attribute: String,
    in entity: String
  ) throws -> [Value]? {
    try store.capability((any KeyComputingStore).self, for: .changing)?
      .computeValues(count, of: attribute, in: entity, isPreview: isPreview)
  }

  /// Adds a new record at `span` of the statement, with a reserved number or an unused key.
  func insert(
    _ record: RecordID,
    _ values: [AttributePath: Value],
    at span: SourceSpan
  ) throws(StoreError) {
    var values = values
    let layout = try schema.layout(record.entity)
    for (place, part) in layout.entity.identity.parts.enumerated() {
      let path = AttributePath([part.member])
      if layout.fieldPlaces[path] != nil, let value = record.key.part(place) {
        values[path] = value
      }
    }
    inserted[record.entity, default: NewRows()].add(record.key, values)
    newRecords[record] = span
    links.add(record)
  }

  /// Overwrites fields of a new record.
  func overwrite(_ record: RecordID, _ values: [AttributePath: Value]) {
    inserted[record.entity]?.overwrite(record.key, values)
  }

  func update(_ rows: RecordRows) {
    if rows.count > 0 { updated.append(rows) }
  }

  func delete(_ keys: [RecordKey], of entity: String) {
    if !keys.isEmpty { deleted[entity, default: []] += keys }
  }

  /// Stages a statement's request.
  func stage(_ request: ChangeRequest) throws {
    switch request {
    case .insert(let insert): try InsertStager(draft: self).stage(insert)
    case .upsert(let upsert):
      var stager = UpsertStager(draft: self)
      try stager.stage(upsert)
    case .update(let update): try UpdateStager(draft: self).stage(update)
    case .delete(let delete): try DeleteStager(draft: self).stage(delete)
    }
  }

  /// Adds prepared changes and counts the inserted records.
  func add(_ changes: ChangeSet) {
    ready = changes
    for rows in changes.inserted {
      summary.inserted.add(RecordModels(schema, snapshot).counts(of: rows))
    }
  }

  /// Counts the updated and deleted records of prepared changes.
  func countChanged(_ changes: ChangeSet) throws {
    for entity in schema.entities.map(\.name) {
      let updated = changes.updated.filter { $0.entity == entity }.flatMap { $0.keys.all }
      let deleted = changes.deleted.filter { $0.entity == entity }.flatMap { $0.keys.all }
      summary.updated.add(try counts(Array(Set(updated)), entity))
      summary.deleted.add(try counts(deleted, entity))
    }
  }

  private func counts(
    _ keys: [RecordKey],
    _ entity: String
  ) throws -> [ChangeSummary.ModelCount] {
    try RecordModels(schema, snapshot)
      .counts(keys.sortedByKey().map { RecordID(entity: entity, key: $0) })
  }

  /// The values of a new record; nil for other records.
  func values(of record: RecordID) -> [AttributePath: Value]? {
    inserted[record.entity]?.values(of: record.key)
  }

  // MARK: Queries

  /// The references of the records that `request` finds, in its order.
  ///
  /// Throws if it names a single record, such as `Budget#3`, that does not exist.
  func references(of request: FetchRequest) throws -> [Int64] {
    let found = try executor.references(of: executor.plan(request), first: nil)
    if found.isEmpty, let missing = try executor.missingRecord(of: request) {
      throw StoreError.missingRecord(missing)
    }
    return found
  }

  /// The records that `request` finds, in its order.
  func records(of request: FetchRequest) throws -> [RecordID] {
    try snapshot.recordIDs(of: request.entity, at: references(of: request))
  }

  /// The value of an expression that reads no records.
  func value(of expression: TypedExpression) throws -> Value {
    if case .literal(let value) = expression.kind { return value }
    return try executor.value(of: expression)
  }

  // MARK: Result

  /// All changes, for a store or an overlay.
  func changes() throws -> ChangeSet {
    var changes = ready ?? ChangeSet()
    changes.basis = snapshot.version
    for entity in schema.entities {
      let layout = try schema.layout(entity.name)
      if let rows = inserted[entity.name] {
        changes.inserted.append(try insertedRows(rows, layout))
      }
      if let keys = deleted[entity.name] {
        changes.deleted.append(RecordSelection(entity: entity.name, keys: .list(keys)))
      }
      changes.updated += try changedReferences(layout)
    }
    changes.updated += updated
    for pair in links.pairOrder {
      switch links.pairs[pair] {
      case .linked(let position, let inversePosition)?:
        changes.linked.append(
          RecordLinkage(pair: pair, position: position, inversePosition: inversePosition)
        )
      case .unlinked?: changes.unlinked.append(pair)
      case nil: break
      }
    }
    return changes
  }

  private func insertedRows(_ rows: NewRows, _ layout: EntityLayout) throws -> RecordRows {
    var result = try rows.rows(layout)
    for reference in layout.references {
      let name = reference.relationship.name
      let edits = links.references[RelationshipEnd(entity: layout.entity.name, name: name)]
      let found = rows.keys.map { edits?[$0] }
      result.references[name] = RecordReferences(
        targets: found.map { $0?.target },
        positions: reference.hasPositions ? found.map { $0?.position ?? 0 } : nil
      )
    }
    return result
  }

  /// The changed references of existing records.
  private func changedReferences(_ layout: EntityLayout) throws -> [RecordRows] {
    try layout.references.compactMap { reference in
      let name = reference.relationship.name
      let end = RelationshipEnd(entity: layout.entity.name, name: name)
      let new = inserted[layout.entity.name]
      let gone = Set(deleted[layout.entity.name] ?? [])
      let edits = (links.references[end] ?? [:]).filter {
        new?.contains($0.key) != true && !gone.contains($0.key)
      }
      if edits.isEmpty { return nil }
      try checkIdentity(layout.entity, name, edits)
      let keys = edits.keys.sortedByKey()
      var rows = RecordRows(entity: layout.entity.name, keys: .list(keys))
      rows.references[name] = RecordReferences(
        targets: keys.map { edits[$0]?.target },
        positions: reference.hasPositions ? keys.map { edits[$0]?.position ?? 0 } : nil
      )
      return rows
    }
  }
}

extension ChangeDraft {
  /// Throws if a relationship that is part of a record's identity would change.
  private func checkIdentity(
    _ entity: Entity,
    _ relationship: String,
    _ edits: [RecordKey: LinkEditor.ReferenceEdit]
  ) throws(ChangeFailure) {
    let parts = entity.identity.parts
    for (place, part) in parts.enumerated() where part.member == relationship {
      let moved = edits.filter { $0.key.part(place) != $0.value.target?.part(part.place) }.keys
      if moved.isEmpty { continue }
      throw ChangeFailure(
        moved.sortedByKey().map {
          .identityChanged(RecordID(entity: entity.name, key: $0), property: relationship)
        }
      )
    }
  }
}
