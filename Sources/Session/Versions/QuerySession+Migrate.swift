import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Rendering
import Storage
import Syntax

/// `migrate 2`, `preview migrate 2`
extension QuerySession {
  /// Brings the store to a version.
  func migrate(_ statement: MigrateStatement) throws -> StatementOutcome {
    let (path, former): ([DeclaredVersion], SchemaVersion?)
    switch try way(statement) {
    case .done(let message): return .message(message)
    case .versions(let versions, let present): (path, former) = (versions, present)
    }
    try requireNothingPending(at: statement.number.span)
    let isEmpty = schema.entities.isEmpty
    let run = MigrationRun(
      path,
      options: versionOptions,
      queries: declarations.queries,
      allowsLoss: statement.allowsLoss != nil,
      cancellation: cancellation
    ) { [self] in try executor(over: $0) }
    let copy: String?
    do {
      copy = try store.migrate(from: former, to: isEmpty ? nil : statement.number.value) {
        try run.next($0, $1, $2)
      }
    } catch StoreError.outdated where hasVersion(otherThan: former) {
      // Another process has brought the store to a version meanwhile: the way is shorter, or at its end.
      return try migrate(statement)
    } catch {
      throw MigrationWording.failure(error, of: run, statement)
    }
    declarations.noteMigration(of: store, queries: run.savedQueries)
    modelContext.container.noteRenames(run.allRenames)
    modelContext.forgetUndo(because: .migrated(copy: copy))
    versionNote = nil
    copyNote = copy.map { "the store as it was is in \($0)" }
    return .message(MigrationWording.message(run, isEmpty: isEmpty))
  }

  /// What bringing the store to a version would do; nothing is changed.
  func preview(_ statement: MigrateStatement) throws -> StatementOutcome {
    let (path, former): ([DeclaredVersion], SchemaVersion?)
    switch try way(statement) {
    case .done(let message): return .message(message)
    case .versions(let versions, let present): (path, former) = (versions, present)
    }
    try requireNothingPending(at: statement.number.span)
    let run = MigrationRun(
      path,
      options: versionOptions,
      queries: declarations.queries,
      allowsLoss: statement.allowsLoss != nil,
      isTrial: true,
      cancellation: cancellation
    ) { [self] in try executor(over: $0) }
    do {
      _ = try store.migrate(from: former, to: nil) { try run.next($0, $1, $2) }
    } catch StoreError.outdated where hasVersion(otherThan: former) {
      return try preview(statement)
    } catch let error as StoreFileError where error.fault == .readOnly {
      try run.planFirstStage(schema, store.snapshot(), at: statement.number.span)
    } catch let StoreError.schemaConflict(entity, conflicts) {
      run.note([(entity, conflicts)])
    } catch let conflicts as MigrationConflicts {
      run.note(conflicts.all)
    } catch {
      throw MigrationWording.failure(error, of: run, statement)
    }
    return .report(MigrationReport(run, from: try store.schemaVersion()?.number).report)
  }

  /// The way from the store's version to another one.
  private enum Way {
    /// The store is there already.
    case done(String)
    /// Through these versions, from the one that it has.
    case versions([DeclaredVersion], from: SchemaVersion?)
  }

  /// Whether the store was given another version since it had `former`.
  private func hasVersion(otherThan former: SchemaVersion?) -> Bool {
    guard let present = try? store.schemaVersion() else { return false }
    return present != former
  }

  private func way(_ statement: MigrateStatement) throws -> Way {
    let (target, span) = statement.number
    let present = try store.schemaVersion()
    if let present, present.number == target {
      let changed = schema.checksum == present.checksum ? "" : "; its models were changed since"
      return .done("the store has version \(target) already\(changed)")
    }
    if let present, present.number > target {
      throw DiagnosticList([
        Diagnostic(
          "the store has version \(present.number), and there is no way back to \(target)",
          at: span,
          help: ["each migration leaves a copy of the file as it was beside it"]
        )
      ])
    }
    guard let last = declarations.versions[target] else {
      let numbers = declarations.versions.numbers.map(String.init).joined(separator: ", ")
      throw DiagnosticList([
        Diagnostic(
          "version \(target) is not declared",
          at: span,
          help: [
            numbers.isEmpty
              ? "`version \(target) { … }` says what its models are" : "declared: \(numbers)"
          ]
        )
      ])
    }
    // Where there are no records there is nothing to go step by step for.
    if schema.entities.isEmpty { return .versions([last], from: present) }
    return .versions(
      declarations.versions.path(from: present?.number ?? 0, to: target),
      from: present
    )
  }
}

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
  /// The stages that were planned, in their order.
  private(set) var stages: [StagePlan] = []
  /// The models that got other names, stage by stage.
  private(set) var allRenames: [[String: String]] = []
  /// The models before they were renamed for the stage that comes next, and how; nil where they were not.
  private var renamed: (former: Schema, names: ModelRenames)?
  /// Whether stages behind those are not looked at.
  var isCutShort = false

  init(
    _ path: [DeclaredVersion],
    options: BindingOptions,
    queries: SavedQueries,
    allowsLoss: Bool,
    isTrial: Bool = false,
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

  /// What the store does next; it keeps the queries `kept`.
  func next(
    _ schema: Schema,
    _ snapshot: any StoreSnapshot,
    _ kept: [String]?
  ) throws -> MigrationTurn {
    try cancellation.check()
    // Another session may have saved some since this one read them.
    if !hasReadQueries, let kept { savedQueries.read(kept, schema: schema) }
    hasReadQueries = true
    guard stages.count < path.count else {
      let versions = path.map { SchemaVersion(number: $0.number, checksum: $0.schema.checksum) }
      return isTrial ? .giveUp : .finish(versions, savedQueries: savedQueries.texts)
    }
    let version = path[stages.count]
    if renamed == nil, let step = try rename(for: version, schema, snapshot) { return step }
    let stage = try plan(version, schema, snapshot)
    renamed = nil
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
    return .step(stage.change, check: { [self] in try check($0, schema, version.schema) })
  }

  /// Plans the first stage without trying it out, where nothing can be written.
  func planFirstStage(
    _ schema: Schema,
    _ snapshot: any StoreSnapshot,
    at span: SourceSpan
  ) throws {
    isCutShort = path.count > 1
    _ = try next(schema, snapshot, nil)
    guard stages.isEmpty, let names = renamed?.names else { return }
    let specialised = names.names.keys.sorted().first { name in
      schema.entity(name)?.parent != nil || schema.kinds(of: name).count > 1
    }
    if let specialised {
      throw DiagnosticList([
        Diagnostic(
          "what becomes of \(specialised), which shares its records with other models and gets another name, "
            + "cannot be told of a store that is read-only",
          at: span,
          help: ["a copy of the file can be written, and tells it"]
        )
      ])
    }
    _ = try next(names.schema(schema), RenamedSnapshot(snapshot, schema, names), nil)
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
          help: FailureWording.query(finding: $0, of: entity).map { "`\($0)` finds them" }
        )
      }
    }
  }

  /// Gives models the names that they have in a version, before anything else is done; nil where all have.
  private func rename(
    for version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> MigrationTurn? {
    let names = version.renames(of: schema)
    if names.names.isEmpty { return nil }
    renamed = (schema, names)
    allRenames.append(names.names)
    var change = SchemaChange()
    change.schema = names.schema(schema)
    change.modelRenames = names.names
    change.fills = try KindRenames(schema, names, snapshot, try executor(snapshot)).fills()
    return .step(change, check: { _ in })
  }

  private func plan(
    _ version: DeclaredVersion,
    _ schema: Schema,
    _ snapshot: any StoreSnapshot
  ) throws -> StagePlan {
    let steps = try MigrationSteps(version, from: schema, options: options)
    let planner = StagePlanner(
      number: version.number,
      from: schema,
      to: version.schema,
      snapshot: snapshot,
      executor: try executor(snapshot),
      cancellation: cancellation
    )
    var stage = try planner.made(with: steps.sets)
    for (old, new) in (renamed?.names.names ?? [:]).sorted(by: { $0.value < $1.value }) {
      stage.notes.insert(.init(entity: new, member: nil, text: "was `\(old)`"), at: 0)
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
  private func check(_ snapshot: any StoreSnapshot, _ old: Schema, _ new: Schema) throws {
    let audit = ConstraintAudit(schema: new, snapshot: snapshot, executor: try executor(snapshot))
    let all = try new.entities.compactMap { entity -> (String, [SchemaConflict])? in
      guard old.entity(entity.name) != nil else { return nil }
      var conflicts = try audit.conflicts(entity.ownConstraints.checks, of: entity)
      for case .relationship(let relationship) in entity.ownProperties {
        guard let bounds = relationship.bounds else { continue }
        conflicts += [try audit.conflict(bounds, of: relationship, entity)].compactMap { $0 }
      }
      return conflicts.isEmpty ? nil : (entity.name, conflicts)
    }
    if !all.isEmpty { throw MigrationConflicts(all: all) }
  }
}

/// A stage has losses that are not allowed, or something is in its way.
struct MigrationRefusal: Error {}
