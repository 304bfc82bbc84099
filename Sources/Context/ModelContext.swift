import Columns
public import Execution
public import Expressions
public import Foundation
public import Model
import Planning
public import Storage

/// Changes of records that are seen at once and saved together: SwiftData's `ModelContext`.
///
/// A context belongs to one task. Where ``autosaveEnabled`` is true and no transaction is open each
/// statement is saved when it ends; else its changes wait for ``save(_:)``. Two contexts of one
/// container see each other's saves.
public final class ModelContext {
  /// What this context shares with others.
  public let container: ModelContainer
  /// Raise it from anywhere to stop what runs.
  public let cancellation: CancellationFlag
  /// Whether each statement is saved when it ends.
  public var autosaveEnabled: Bool
  /// Who is told to have made the changes.
  public var author: String?
  /// The zone of date literals that name none, and of `today`.
  public var timeZone: TimeZone = .gmt
  /// Whether a transaction was begun and neither saved nor rolled back.
  public private(set) var isInTransaction = false
  /// What waits to be saved.
  var pending: Overlay?
  /// The version of the store when the first of the pending changes was made.
  private var pendingBasis: StoreVersion?
  /// What is told of the pending statements once they are saved.
  private var pendingHistory: [HistoryEntry] = []
  private var undoStack = UndoStack()
  /// What could be undone when the first of the pending changes was made.
  private var undoStackBefore = UndoStack()
  private var knownSchema: StoredSchema?

  /// How often a statement is worked out anew where others change the store meanwhile.
  private static let mostAttempts = 16

  /// Makes a context, whose changes wait for ``save(_:)`` unless they are to be saved by themselves.
  public init(
    _ container: ModelContainer,
    autosaveEnabled: Bool = false,
    cancellation: CancellationFlag = CancellationFlag()
  ) {
    self.container = container
    self.autosaveEnabled = autosaveEnabled
    self.cancellation = cancellation
  }

  // MARK: Looking

  /// Whether changes wait to be saved.
  public var hasChanges: Bool { pending.map { !$0.isEmpty } ?? false }

  /// The records as they are with the pending changes.
  public func snapshot() throws -> any StoreSnapshot {
    let base = try container.store.snapshot()
    guard let pending, !pending.isEmpty else { return base }
    return try OverlaySnapshot(pending, over: base, level: 0)
  }

  /// Runs plans over the records as they are with the pending changes.
  public func executor(
    _ evaluation: EvaluationContext,
    profile: ExecutionProfile? = nil
  ) throws -> Executor {
    Executor(
      snapshot: try snapshot(),
      evaluation: evaluation,
      cancellation: cancellation,
      profile: profile
    )
  }

  /// The schema as it is now.
  func schema() -> StoredSchema {
    let declared = container.store.schema
    if let knownSchema, knownSchema.declared == declared { return knownSchema }
    let schema = StoredSchema(declared)
    knownSchema = schema
    return schema
  }

  // MARK: Changing

  /// Makes the changes of a statement, or none of them.
  ///
  /// Throws ``ChangeFailure`` for all that is wrong with it.
  @discardableResult
  public func perform(
    _ request: ChangeRequest,
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { try $0.stage(request) }
  }

  /// Adds records under keys that the store reserved, or none of them.
  @discardableResult
  public func insert(
    _ rows: [RecordRows],
    updated: [RecordRows] = [],
    linked: [RecordLinkage] = [],
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { draft in
      var changes = ChangeSet()
      (changes.inserted, changes.updated, changes.linked) = (rows, updated, linked)
      draft.add(changes)
      for rows in rows {
        let kinds = try KindReader(draft.schema, draft.snapshot).kinds(of: rows)
        for kind in kinds { draft.summary.inserted.add(1, of: kind) }
      }
    }
  }

  /// All that would be wrong with adding records.
  public func problems(
    inserting rows: [RecordRows],
    updating updated: [RecordRows] = [],
    linked: [RecordLinkage] = [],
    _ evaluation: EvaluationContext
  ) throws -> [ChangeProblem] {
    var changes = ChangeSet()
    (changes.inserted, changes.updated, changes.linked) = (rows, updated, linked)
    return try problems(changes, before: snapshot(), evaluation)
  }

  /// What a statement would do; nothing is changed.
  public func preview(
    _ request: ChangeRequest,
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    let draft = try draft(evaluation, over: snapshot(), isPreview: true)
    do {
      try draft.stage(request)
    } catch let failure as ChangeFailure {
      draft.problems += failure.problems
    }
    let changes = try draft.changes()
    draft.problems += try problems(changes, before: draft.snapshot, evaluation)
    let inverse = try InverseChanges(schema: draft.schema, before: draft.snapshot)
      .inverse(of: changes)
    draft.summary.isUndoable = changes.cellCount + inverse.cellCount <= UndoStack.mostCells
    return ChangePreview(
      summary: draft.summary,
      problems: draft.problems,
      records: try RecordChanges(schema: draft.schema, limit: limit).changes(changes, inverse),
      causes: draft.causes.mapValues { ($0.owner, $0.relationship) }
    )
  }

  /// Makes the changes that `stage` puts into a draft; all that is done to records goes this way.
  func perform(
    _ title: String,
    _ evaluation: EvaluationContext,
    keepsUndo: Bool = true,
    stage: (ChangeDraft) throws -> Void
  ) throws -> ChangeSummary {
    for _ in 0..<Self.mostAttempts {
      // What is prepared holds no snapshot, so that the store can change its columns in place.
      let prepared = try prepare(evaluation, stage)
      guard !prepared.changes.isEmpty else { return prepared.summary }
      do {
        try accept(prepared, title, evaluation, keepsUndo: keepsUndo)
        return prepared.summary
      } catch StoreError.outdated where savesAtOnce {
        continue
      }
    }
    throw StoreError.outdated
  }

  /// Whether a statement is saved when it ends.
  private var savesAtOnce: Bool { autosaveEnabled && !isInTransaction && !hasChanges }

  private struct Prepared {
    var changes: ChangeSet
    let inverse: ChangeSet
    var summary: ChangeSummary
  }

  private func prepare(
    _ evaluation: EvaluationContext,
    _ stage: (ChangeDraft) throws -> Void
  ) throws -> Prepared {
    let base = try container.store.snapshot()
    let snapshot =
      try hasChanges ? pending.map { try OverlaySnapshot($0, over: base, level: 0) } : nil
    let draft = try draft(evaluation, over: snapshot ?? base)
    try stage(draft)
    try cancellation.check()
    let changes = try draft.changes()
    var problems = draft.problems
    if problems.isEmpty {
      problems = try self.problems(changes, before: draft.snapshot, evaluation)
    }
    guard problems.isEmpty else { throw ChangeFailure(problems) }
    let inverse = try InverseChanges(schema: draft.schema, before: draft.snapshot)
      .inverse(of: changes)
    draft.summary.isUndoable = changes.cellCount + inverse.cellCount <= UndoStack.mostCells
    if !savesAtOnce, !changes.isEmpty {
      // The rows that are touched are copied from the very state that they were checked in.
      if pending == nil || !hasChanges {
        pendingBasis = base.version
        undoStackBefore = undoStack
      }
      var pending = pending ?? Overlay(draft.schema, keepsOriginals: true)
      self.pending = nil
      defer { self.pending = pending }
      try pending.merge(changes, over: base)
    }
    return Prepared(changes: changes, inverse: inverse, summary: draft.summary)
  }

  private func accept(
    _ prepared: Prepared,
    _ title: String,
    _ evaluation: EvaluationContext,
    keepsUndo: Bool
  ) throws {
    let entry = HistoryEntry(
      time: evaluation.now,
      author: author,
      title: title,
      forward: prepared.changes,
      inverse: prepared.inverse
    )
    let isPending = !savesAtOnce
    if isPending {
      pendingHistory.append(entry)
    } else {
      _ = try container.store.apply(prepared.changes)
      container.history.add(entry)
    }
    guard keepsUndo else { return }
    guard prepared.summary.isUndoable else { return undoStack.removeAll() }
    undoStack.push(
      UndoStack.Step(
        title: title,
        forward: prepared.changes,
        inverse: prepared.inverse,
        isPending: isPending
      )
    )
  }

  private func draft(
    _ evaluation: EvaluationContext,
    over snapshot: any StoreSnapshot,
    isPreview: Bool = false
  ) throws -> ChangeDraft {
    ChangeDraft(
      schema: schema(),
      snapshot: snapshot,
      store: container.store,
      executor: Executor(
        snapshot: snapshot,
        evaluation: evaluation,
        cancellation: cancellation
      ),
      evaluation: evaluation,
      isPreview: isPreview
    )
  }

  /// All that would not hold after `changes`.
  private func problems(
    _ changes: ChangeSet,
    before: any StoreSnapshot,
    _ evaluation: EvaluationContext
  ) throws -> [ChangeProblem] {
    var overlay = Overlay(schema(), keepsOriginals: false)
    try overlay.merge(changes, over: before)
    let after = try OverlaySnapshot(overlay, over: before, level: 1)
    return try ConstraintCheck(
      changes,
      schema: schema(),
      before: before,
      after: after,
      executor: Executor(
        snapshot: after,
        evaluation: evaluation,
        cancellation: cancellation
      )
    ).problems()
  }
}

/// Transactions.
extension ModelContext {
  /// Lets changes wait until ``save(_:)`` or ``rollback()``.
  public func begin() throws {
    guard !isInTransaction else { throw TransactionError.alreadyBegun }
    isInTransaction = true
  }

  /// Saves all pending changes, or none of them; how many records they touch.
  ///
  /// Throws ``ChangeFailure`` where others have changed the same records meanwhile; the changes go on
  /// waiting then.
  @discardableResult
  public func save(_ evaluation: EvaluationContext) throws -> Int {
    defer { if !hasChanges { isInTransaction = false } }
    for _ in 0..<Self.mostAttempts {
      guard let pending, hasChanges else {
        forgetPending()
        return 0
      }
      var changes = try pending.changes()
      changes.basis = try checkedBasis(pending, changes, evaluation)
      let count = changes.recordCount
      do {
        if !changes.isEmpty { _ = try container.store.apply(changes) }
      } catch StoreError.outdated {
        continue
      }
      for entry in pendingHistory { container.history.add(entry) }
      forgetPending()
      undoStack.markSaved()
      return count
    }
    throw StoreError.outdated
  }

  /// The version of the store over which the pending changes hold.
  private func checkedBasis(
    _ pending: Overlay,
    _ changes: ChangeSet,
    _ evaluation: EvaluationContext
  ) throws -> StoreVersion {
    let base = try container.store.snapshot()
    if base.version != pendingBasis {
      let conflicts = try SaveConflicts(pending: pending, base: base).problems()
      guard conflicts.isEmpty else { throw ChangeFailure(conflicts) }
      let problems = try self.problems(changes, before: base, evaluation)
      guard problems.isEmpty else { throw ChangeFailure(problems) }
    }
    return base.version
  }

  /// Gives up all pending changes; how many records they touched.
  @discardableResult
  public func rollback() throws -> Int {
    let count = try pending?.changes().recordCount ?? 0
    if hasChanges { undoStack = undoStackBefore }
    forgetPending()
    undoStack.forgetPending()
    isInTransaction = false
    return count
  }

  /// Runs `body` in a transaction, which is saved if it returns and rolled back if it throws.
  public func transaction<Result>(
    _ evaluation: EvaluationContext,
    _ body: () throws -> Result
  ) throws -> Result {
    try begin()
    do {
      let result = try body()
      try save(evaluation)
      return result
    } catch {
      try rollback()
      throw error
    }
  }

  private func forgetPending() {
    pending = nil
    pendingBasis = nil
    pendingHistory = []
  }

  /// The pending changes, record by record.
  public func pendingChanges(limit: Int = .max) throws -> [RecordChange] {
    guard let pending, hasChanges else { return [] }
    let base = try container.store.snapshot()
    let changes = try pending.changes()
    let inverse = try InverseChanges(schema: schema(), before: base).inverse(of: changes)
    return try RecordChanges(schema: schema(), limit: limit).changes(changes, inverse)
  }
}

/// Taking statements back.
extension ModelContext {
  /// Takes the last statement back; what it was.
  public func undo(_ evaluation: EvaluationContext) throws -> (title: String, ChangeSummary) {
    guard let step = undoStack.done.last else { throw TransactionError.nothingToUndo }
    let summary = try apply(step.inverse, after: step.forward, "undo: " + step.title, evaluation)
    undoStack.moveBack()
    return (step.title, summary)
  }

  /// Makes the statement again that was taken back last; what it was.
  public func redo(_ evaluation: EvaluationContext) throws -> (title: String, ChangeSummary) {
    guard let step = undoStack.undone.last else { throw TransactionError.nothingToRedo }
    let summary = try apply(step.forward, after: step.inverse, "redo: " + step.title, evaluation)
    undoStack.moveForth()
    return (step.title, summary)
  }

  /// Forgets what could be undone, as the schema has changed.
  public func forgetUndo() {
    undoStack.removeAll()
  }

  /// Forgets what was done so far, as it was no user's doing.
  public func forgetPast() {
    undoStack.removeAll()
    container.history.removeAll()
  }

  private func apply(
    _ changes: ChangeSet,
    after left: ChangeSet,
    _ title: String,
    _ evaluation: EvaluationContext
  ) throws -> ChangeSummary {
    try perform(title, evaluation, keepsUndo: false) { draft in
      let comparison = StateComparison(schema: draft.schema, now: draft.snapshot)
      draft.problems = try comparison.differences(from: left)
      draft.add(changes)
    }
  }
}

/// Looking back.
extension ModelContext {
  /// What was saved from `time` on, the oldest first; of the records with the ids only, if given.
  public func history(since time: Timestamp? = nil, of records: Set<RecordID>? = nil) throws
    -> [HistoryEvent]
  {
    try container.history.entries.compactMap { entry in
      if let time, entry.time < time { return nil }
      let changes = try RecordChanges(schema: schema(), limit: .max)
        .changes(entry.forward, entry.inverse)
        .filter { records?.contains($0.record) ?? true }
      if changes.isEmpty { return nil }
      return HistoryEvent(
        time: entry.time,
        author: entry.author,
        title: entry.title,
        records: changes
      )
    }
  }
}

/// Looking for damage.
extension ModelContext {
  /// All that the schema does not allow, pending changes included; empty for a sound store.
  public func check(_ evaluation: EvaluationContext) throws -> [IntegrityProblem] {
    let snapshot = try snapshot()
    return try StoreCheck(
      schema: schema(),
      snapshot: snapshot,
      executor: Executor(
        snapshot: snapshot,
        evaluation: evaluation,
        cancellation: cancellation
      ),
      cancellation: cancellation
    ).problems()
  }
}

/// Why `begin`, `undo` or `redo` has nothing to do.
public enum TransactionError: Error, Hashable, Sendable {
  case alreadyBegun
  case nothingToUndo
  case nothingToRedo
}

/// What one saved statement did.
public struct HistoryEvent: Hashable, Sendable {
  /// When the statement ran.
  public let time: Timestamp
  /// Who made it; nil where nobody was named.
  public let author: String?
  /// The statement.
  public let title: String
  /// What became of records.
  public let records: [RecordChange]
}

/// What a statement would do.
public struct ChangePreview: Sendable {
  /// The numbers.
  public let summary: ChangeSummary
  /// Why the statement would be refused; empty if it would not be.
  public let problems: [ChangeProblem]
  /// What would become of records; of many the first.
  public let records: [RecordChange]
  /// Why records would go that are not named: the record that they go with, by which of its
  /// relationships.
  public let causes: [RecordID: (owner: RecordID, relationship: String)]
}
