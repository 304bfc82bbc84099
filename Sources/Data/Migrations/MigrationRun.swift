import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Session
import Storage
import Syntax

/// The requirements that records would violate, by model.
struct MigrationConflicts: Error {
  let all: [(entity: String, conflicts: [SchemaConflict])]
}

/// A migration in progress: gives the store the next step, and collects the results.
final class MigrationRun {
  private let path: [DeclaredVersion]
  private let options: BindingOptions
  private let allowsLoss: Bool
  private let isTrial: Bool
  private let cancellation: CancellationFlag
  private let executor: (any StoreSnapshot) throws -> Executor
  /// The saved queries after the stages so far.
  private(set) var savedQueries: SavedQueries
  /// Whether the saved queries of the store have been read.
  private var hasReadQueries = false
  /// The models before the first stage; nil before it begins.
  private var previous: Schema?
  /// The planned stages.
  private(set) var stages: [StagePlan] = []
  /// The renamed properties of each stage.
  private(set) var propertyRenames: [PropertyRenames] = []
  /// Whether a stage changes stored values, so that a history begins after it.
  private(set) var changesRecords = false
  /// The new names of renamed models, stage by stage.
  private(set) var allRenames: [[String: String]] = []
  /// The models before the renames of the next stage, and these renames; nil if there are none.
  private var renamed: (previous: Schema, names: ModelRenames, cases: [NameChanges.RenamedCase])?
  /// What the `delete` steps of the next stage deleted so far.
  private var deleteNotes: [StageRemark<StageNote>] = []
  /// The place of its next `delete` step.
  private var nextDelete = 0
  private let deletion: Deletion
  /// Whether later stages were not planned.
  var isIncomplete = false

  /// The changes of a delete in a state of the records.
  typealias Deletion = (DeleteRequest, any StoreSnapshot, Schema) throws -> (
    ChangeSet, ChangeSummary
  )

  init(
    _ path: [DeclaredVersion],
    options: BindingOptions,
    queries: SavedQueries,
    allowsLoss: Bool,
    isTrial: Bool,
    cancellation: CancellationFlag,
    deletion: @escaping Deletion,
    executor: @escaping (any StoreSnapshot) throws -> Executor
  ) {
    self.deletion = deletion
    self.path = path
    self.options = options
    savedQueries = queries
    self.allowsLoss = allowsLoss
    self.isTrial = isTrial
    self.cancellation = cancellation
    self.executor = executor
  }

  /// The final version.
  var target: VersionNumber { path.last?.number ?? 0 }

  /// The next step. The store has saved the queries `kept`.
  func next(
    _ schema: Schema,
    _ snapshot: any StoreSnapshot,
    _ kept: [String]?
  ) throws -> MigrationTurn {
    try cancellation.check()
    // Another session may have saved queries since this one read them.
    if !hasReadQueries, let kept { savedQueries.read(kept, schema: schema) }
    hasReadQueries = true
    if previous == nil { previous = schema }
    guard stages.count < path.count else {
      let versions = path.map { SchemaVersion(number: $0.number, checksum: $0.schema.checksum) }
      return isTrial ? .rollBack : .finish(versions, savedQueries: savedQueries.texts)
    }
    let version = path[stages.count]
    if renamed == nil {
      let planner = planner(version, schema, snapshot, try executor(snapshot))
      if let moved = try MovedRecords(version, from: schema, kinds: planner.kinds) { throw moved }
      if let step = try rename(for: version, schema, snapshot) { return step }
    }
    if let step = try delete(for: version, schema, snapshot) { return step }
    var stage = try plan(version, schema, snapshot)
    stage.notes.insert(contentsOf: deleteNotes, at: 0)
    (deleteNotes, nextDelete) = ([], 0)
    renamed = nil
    stages.append(stage)
    savedQueries.replace(by: stage.queries.map(\.query))
    let isAllowed = allowsLoss || version.declaration.allowsLoss
    if isTrial {
      if !stage.problems.isEmpty {
        isIncomplete = stages.count < path.count
        return .rollBack
      }
    } else if !stage.problems.isEmpty || !stage.losses.isEmpty && !isAllowed {
      throw MigrationRefusal()
    }
    let renames = PropertyRenames(from: schema, to: version.schema)
    propertyRenames.append(renames)
    if stage.change.changesRecords || renames.breaksHistory { changesRecords = true }
    return .step(stage.change, check: { [self] in try check($0, version.schema) })
  }

  /// Plans the first stage of a read-only store, unless it starts with renames.
  func planFirstStage(_ schema: Schema, _ snapshot: any StoreSnapshot) throws {
    isIncomplete = path.count > 1
    _ = try next(schema, snapshot, nil)
  }

  /// Reports requirements that records would violate as problems.
  func note(_ conflicts: [(entity: String, conflicts: [SchemaConflict])]) {
    guard !stages.isEmpty else { return }
    isIncomplete = stages.count < path.count
    stages[stages.count - 1].problems += conflicts.flatMap { entity, conflicts in
      conflicts.map {
        let query =
          previous?.entity(entity) == nil ? nil : FailureWording.query(finding: $0, of: entity)
        return StageRemark(entity: entity, member: nil, fact: .conflict($0, query: query))
      }
    }
  }

  /// Renames models and cases as the first step of a version; nil if there is nothing to rename.
  private func rename(
    for version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> MigrationTurn? {
    let names = version.renames(of: schema)
    if names.isEmpty { return nil }
    let cases = NameChanges(schema, names, try executor(snapshot))
    let fills = try cases.fills()
    renamed = (schema, names, cases.followed)
    if !names.names.isEmpty { allRenames.append(names.names) }
    var change = SchemaChange()
    let new = names.schema(schema)
    propertyRenames.append(PropertyRenames(from: schema, to: new))
    change.schema = new
    change.modelRenames = names.names
    change.fills = fills
    return .step(change, check: { _ in })
  }

  /// The next `delete` step of a version; nil if there are no more.
  private func delete(
    for version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> MigrationTurn? {
    guard nextDelete < version.declaration.deletes.count else { return nil }
    let steps = try MigrationSteps(version, from: schema, options: options)
    let (entity, request) = steps.deletes[nextDelete]
    let (changes, summary) = try deletion(request, snapshot, schema)
    nextDelete += 1
    changesRecords = true
    let counts = summary.deleted + summary.cascaded
    let count = counts.reduce(0) { $0 + $1.count }
    deleteNotes.append(.init(entity: entity, member: nil, fact: .deleted(count)))
    return .records(changes)
  }

  private func planner(
    _ version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot,
    _ executor: Executor
  ) -> StagePlanner {
    StagePlanner(
      number: version.number,
      from: schema,
      to: version.schema,
      snapshot: snapshot,
      executor: executor,
      cancellation: cancellation
    )
  }

  private func plan(
    _ version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> StagePlan {
    let steps = try MigrationSteps(version, from: schema, options: options)
    let planner = planner(version, schema, snapshot, try executor(snapshot))
    var stage = try planner.made(with: steps.sets)
    for (old, new) in (renamed?.names.names ?? [:]).sorted(by: { $0.value < $1.value }) {
      stage.notes.insert(.init(entity: new, member: nil, fact: .renamed(old)), at: 0)
    }
    for followed in renamed?.cases ?? [] {
      let fact = StageNote.renamed(followed.old, values: followed.count == 0 ? nil : followed.count)
      stage.notes.append(.init(entity: followed.enumeration, member: followed.new, fact: fact))
    }
    let names = renamed?.names ?? ModelRenames([:], of: schema)
    stage.queries = QueryMigrator(
      from: renamed?.previous ?? schema,
      to: version.schema,
      names,
      options
    )
    .followed(savedQueries.all)
    for query in stage.queries {
      if let fault = query.fault {
        stage.losses.append(
          .init(entity: "`\(query.query.fullName)`", member: nil, fact: .query(fault))
        )
      }
    }
    return stage
  }

  /// Checks the migrated records.
  private func check(_ snapshot: any StoreSnapshot, _ new: Schema) throws {
    let audit = ConstraintAudit(schema: new, snapshot: snapshot, executor: try executor(snapshot))
    let all = try new.entities.compactMap { entity -> (String, [SchemaConflict])? in
      var conflicts = try audit.conflicts(entity.ownConstraints.checks, of: entity)
      for case .relationship(let relationship) in entity.ownProperties {
        guard let bounds = relationship.bounds else { continue }
        let conflict = try audit.conflict(bounds, of: relationship, entity)
        if let conflict { conflicts.append(conflict) }
      }
      return conflicts.isEmpty ? nil : (entity.name, conflicts)
    }
    if !all.isEmpty { throw MigrationConflicts(all: all) }
  }
}

/// A stage has losses that are not allowed, or problems.
struct MigrationRefusal: Error {}
