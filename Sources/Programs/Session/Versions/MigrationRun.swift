import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Rendering
import Storage
import Syntax

/// What the records as they would be do not fulfil, model by model.
struct MigrationConflicts: Error {
  let all: [(entity: String, conflicts: [SchemaConflict])]
}

/// A migration under way: it tells the store what to do next, and keeps what it has found out.
final class MigrationRun {
  private let path: [DeclaredVersion]
  private let options: BindingOptions
  private let allowsLoss: Bool
  private let isTrial: Bool
  private let cancellation: CancellationFlag
  private let executor: (any StoreSnapshot) throws -> Executor
  /// The saved queries as they are by now.
  private(set) var savedQueries: SavedQueries
  /// Whether the store has said which queries it keeps.
  private var hasReadQueries = false
  /// The models as they are before the first stage; nil before it begins.
  private var former: Schema?
  /// The stages that were planned, in their order.
  private(set) var stages: [StagePlan] = []
  /// The models that got other names, stage by stage.
  private(set) var allRenames: [[String: String]] = []
  /// The models before they were renamed for the stage that comes next, and how; nil where they were not.
  private var renamed: (former: Schema, names: ModelRenames, cases: [CaseRenames.Followed])?
  /// Whether models have become their ancestors for the stage that comes next.
  private var hasMerged = false
  /// What becomes of records for the stage that comes next whose models go, or stand in another tree.
  private var moves: KindMoves?
  /// Whether these still have to be put where they belong.
  private var hasToReturn = false
  /// The models of the records that are being put there.
  private var arrivingModels: [String] = []
  /// Whether stages behind those are not looked at.
  var isCutShort = false

  init(
    _ path: [DeclaredVersion],
    options: BindingOptions,
    queries: SavedQueries,
    allowsLoss: Bool,
    isTrial: Bool,
    cancellation: CancellationFlag,
    executor: @escaping (any StoreSnapshot) throws -> Executor
  ) {
    self.path = path
    self.options = options
    savedQueries = queries
    self.allowsLoss = allowsLoss
    self.isTrial = isTrial
    self.cancellation = cancellation
    self.executor = executor
  }

  /// The version that is reached in the end.
  var target: Int { path.last?.number ?? 0 }

  /// What records that get another root do not fulfil there stands in the way; false where the error is about something
  /// else.
  func note(_ error: StoreError) -> Bool {
    guard let first = arrivingModels.first, error != .outdated, !stages.isEmpty else {
      return false
    }
    // A store names the root.
    let arrived = arrivingModels.filter { stages.last?.schema.root(of: $0) == error.entity }
    let model = arrived.count == 1 ? arrived[0] : error.entity ?? first
    isCutShort = stages.count < path.count
    stages[stages.count - 1].problems.append(
      .init(entity: model, member: nil, text: FailureWording.message(error))
    )
    return true
  }

  /// What the store does next; it keeps the queries `kept`.
  func next(
    _ schema: Schema,
    _ snapshot: any StoreSnapshot,
    _ kept: [String]?
  ) throws -> MigrationTurn {
    try cancellation.check()
    // Those of the stage before have arrived.
    arrivingModels = []
    // Another session may have saved some since this one read them.
    if !hasReadQueries, let kept { savedQueries.read(kept, schema: schema) }
    hasReadQueries = true
    if former == nil { former = schema }
    if hasToReturn, let step = returnMoved() { return step }
    guard stages.count < path.count else {
      let versions = path.map { SchemaVersion(number: $0.number, checksum: $0.schema.checksum) }
      return isTrial ? .giveUp : .finish(versions, savedQueries: savedQueries.texts)
    }
    let version = path[stages.count]
    if renamed == nil, let step = try rename(for: version, schema, snapshot) { return step }
    if !hasMerged, let step = try merge(for: version, schema, snapshot) { return step }
    if moves == nil, let step = try remove(for: version, schema, snapshot) { return step }
    let stage = try plan(version, schema, snapshot)
    renamed = nil
    hasMerged = false
    hasToReturn = moves?.hasMoved == true
    if !hasToReturn { moves = nil }
    stages.append(stage)
    savedQueries.replace(by: stage.queries.map(\.query))
    let isAllowed = allowsLoss || version.declaration.allowsLoss
    if isTrial {
      if !stage.problems.isEmpty {
        isCutShort = stages.count < path.count
        return .giveUp
      }
    } else if !stage.problems.isEmpty || !stage.losses.isEmpty && !isAllowed {
      throw MigrationRefusal()
    }
    return .step(stage.change, check: { [self] in try check($0, version.schema) })
  }

  /// Plans the first stage without trying it out, where nothing can be written; there is none where more than names
  /// changes before it.
  func planFirstStage(_ schema: Schema, _ snapshot: any StoreSnapshot) throws {
    isCutShort = path.count > 1
    _ = try next(schema, snapshot, nil)
    if stages.isEmpty, let names = renamed?.names, Self.isSeen(throughNamesAlone: names, schema) {
      _ = try next(names.schema(schema), RenamedSnapshot(snapshot, schema, names), nil)
    }
  }

  /// Whether records are as they are under other names: none of their values names a model or a case.
  private static func isSeen(throughNamesAlone names: ModelRenames, _ schema: Schema) -> Bool {
    names.cases.isEmpty
      && !names.names.keys.contains { name in
        schema.entity(name)?.parent != nil || schema.kinds(of: name).count > 1
      }
  }

  /// What the records would not fulfil stands in the way.
  func note(_ conflicts: [(entity: String, conflicts: [SchemaConflict])]) {
    guard !stages.isEmpty else { return }
    isCutShort = stages.count < path.count
    stages[stages.count - 1].problems += conflicts.flatMap { entity, conflicts in
      conflicts.map {
        StagePlan.Remark(
          entity: entity,
          member: nil,
          text: FailureWording.reason($0),
          help: former?.entity(entity) == nil
            ? nil : FailureWording.query(finding: $0, of: entity).map { "`\($0)` finds them" }
        )
      }
    }
  }

  /// Gives models and cases the names that they have in a version, before anything else is done; nil where all have.
  private func rename(
    for version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> MigrationTurn? {
    let names = version.renames(of: schema)
    if names.isEmpty { return nil }
    let executor = try executor(snapshot)
    let cases = CaseRenames(schema, names, executor)
    let caseFills = try cases.fills()
    renamed = (schema, names, cases.followed)
    if !names.names.isEmpty { allRenames.append(names.names) }
    var change = SchemaChange()
    change.schema = names.schema(schema)
    change.modelRenames = names.names
    change.fills = try KindFills(schema, executor).fills(names.name) + caseFills
    return .step(change, check: { _ in })
  }

  /// Gives records of models that go the ancestor which `rename` says; nil where none has any.
  private func merge(
    for version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> MigrationTurn? {
    hasMerged = true
    let merged = version.merges(in: schema)
    if merged.isEmpty { return nil }
    var change = SchemaChange()
    change.fills = try KindFills(schema, try executor(snapshot)).fills { merged[$0] ?? $0 }
    return change.fills.isEmpty ? nil : .step(change, check: { _ in })
  }

  /// Takes records away whose models go, or stand in another tree from then on; nil without any.
  private func remove(
    for version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> MigrationTurn? {
    let steps = try MigrationSteps(version, from: schema, options: options)
    let planner = planner(version, schema, snapshot, try executor(snapshot))
    let moves = try KindMoves(planner, steps.sets)
    self.moves = moves
    guard let removal = moves.removal, moves.problems.isEmpty else { return nil }
    return .change({ _ in removal }, check: { _ in })
  }

  /// Puts records where their models stand in the version that was just reached.
  private func returnMoved() -> MigrationTurn? {
    hasToReturn = false
    guard let moves else { return nil }
    self.moves = nil
    arrivingModels = moves.movedKinds.sorted()
    return .change(
      { reserve in try moves.arrival(reserve) },
      check: { [self] in try check($0, moves.new) }
    )
  }

  private func planner(
    _ version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot,
    _ executor: Executor
  ) -> StagePlanner {
    let planner = StagePlanner(
      number: version.number,
      from: schema,
      to: version.schema,
      snapshot: snapshot,
      executor: executor,
      cancellation: cancellation
    )
    planner.merged = version.merges(in: schema)
    return planner
  }

  private func plan(
    _ version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> StagePlan {
    let steps = try MigrationSteps(version, from: schema, options: options)
    let planner = planner(version, schema, snapshot, try executor(snapshot))
    planner.isHeldUp = moves?.problems.isEmpty == false
    var stage = try planner.made(with: steps.sets)
    moves?.tell(in: &stage)
    for (old, new) in version.merges(in: schema).sorted(by: { $0.key < $1.key }) {
      stage.notes.removeAll { $0.entity == old && $0.member == nil && $0.text == "goes" }
      stage.notes.insert(.init(entity: old, member: nil, text: "becomes `\(new)`"), at: 0)
    }
    for (old, new) in (renamed?.names.names ?? [:]).sorted(by: { $0.value < $1.value }) {
      stage.notes.insert(.init(entity: new, member: nil, text: "was `\(old)`"), at: 0)
    }
    for followed in renamed?.cases ?? [] {
      stage.notes.append(
        .init(entity: followed.enumeration, member: followed.new, text: followed.text)
      )
    }
    let names = renamed?.names ?? ModelRenames([:], of: schema)
    stage.queries = QueryFollower(
      from: renamed?.former ?? schema,
      to: version.schema,
      names,
      options
    )
    .followed(savedQueries.all)
    for query in stage.queries {
      if let fault = query.fault {
        stage.losses.append(
          .init(entity: "`\(query.query.fullName)`", member: nil, text: "no longer fits: \(fault)")
        )
      }
    }
    return stage
  }

  /// Looks at the records as they will be.
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

/// A stage has losses that are not allowed, or something is in its way.
struct MigrationRefusal: Error {}
