import Binding
import Columns
import Execution
import Expressions
import Model
import Planning
import Storage
import Syntax

/// Plans a stage of a migration: which columns are carried over or computed, and which data is
/// lost.
final class StagePlanner {
  let old: Schema
  let new: Schema
  let oldStored: Schema
  let newStored: Schema
  let snapshot: any StoreSnapshot
  let executor: Executor
  private let cancellation: CancellationFlag
  /// The `set` steps, by root and stored name.
  var sets: [StoredMember: BoundSetStep] = [:]
  /// The columns that steps read, by root; their values are not reported as lost.
  var readByStep: [String: Set<AttributePath>] = [:]
  var plan: StagePlan
  /// The references of all records by root, in identity order.
  private var knownRows: [String: [Int64]] = [:]
  /// The models of all records by root, in identity order.
  private var knownKinds: [String: [String]] = [:]

  /// A member by its stored name.
  struct StoredMember: Hashable {
    let root: String
    let path: AttributePath
  }

  init(
    number: VersionNumber,
    from old: Schema,
    to new: Schema,
    snapshot: any StoreSnapshot,
    executor: Executor,
    cancellation: CancellationFlag
  ) {
    (self.old, self.new) = (old, new)
    (oldStored, newStored) = (old.asStored, new.asStored)
    self.snapshot = snapshot
    self.executor = executor
    self.cancellation = cancellation
    plan = StagePlan(number: number, schema: new)
  }

  /// The complete plan.
  func made(with steps: [BoundSetStep]) throws -> StagePlan {
    for step in steps { note(step) }
    plan.change.schema = new
    plan.change.allowsLoss = true
    // In the order of the declaration, because the order of the store's models may change when it
    // is reopened.
    let names = new.entities.map(\.name).filter { old.entity($0) != nil }
    let gone = old.entities.map(\.name).filter { new.entity($0) == nil }.sorted()
    for name in names + gone {
      if old.root(of: name) == name {
        plan.counts.append((name, try rows(of: name).count))
      } else {
        plan.kindCounts.append((name, try count(of: name)))
      }
    }
    try planEntities()
    for entity in newStored.entities { try planFields(of: entity) }
    try planRelationships()
    return plan
  }

  private func note(_ step: BoundSetStep) {
    let root = new.root(of: step.entity)
    let name = new.storedName(of: step.path.components[0], in: step.entity)
    let path = AttributePath([name] + step.path.components.dropFirst())
    sets[StoredMember(root: root, path: path)] = step
    for expression in [step.value] + step.readByRecords {
      expression.noteColumns { entity, path in
        readByStep[old.root(of: entity), default: []].insert(path)
      }
    }
  }

  // MARK: Models

  private func planEntities() throws {
    for entity in old.entities where new.entity(entity.name) == nil {
      // Records of submodels are carried over or counted there.
      let count = try kinds(of: old.root(of: entity.name)).count { $0 == entity.name }
      if count == 0 {
        note(entity.name, nil, .removed)
      } else {
        lose(entity.name, nil, .records(count))
      }
    }
    for entity in new.entities {
      guard let previous = old.entity(entity.name) else {
        note(entity.name, nil, .added)
        continue
      }
      if let parent = entity.parent, parent != previous.parent {
        note(entity.name, nil, .specializes(parent))
      }
    }
  }

  // MARK: Remarks

  func note(_ entity: String, _ member: String?, _ note: StageNote) {
    plan.notes.append(.init(entity: entity, member: member, fact: note))
  }

  func lose(_ entity: String, _ member: String?, _ loss: StageLoss) {
    plan.losses.append(.init(entity: entity, member: member, fact: loss))
  }

  func refuse(_ entity: String, _ member: String?, _ problem: StageProblem) {
    plan.problems.append(.init(entity: entity, member: member, fact: problem))
  }

  /// How many rows are processed between checks for cancellation.
  private static let rowsBetweenChecks = 256

  /// Throws if the migration should stop; called for each row.
  func checkCancellation(at row: Int) throws {
    if row.isMultiple(of: Self.rowsBetweenChecks) { try cancellation.check() }
  }

  // MARK: Queries

  /// The references of a root's records, in identity order.
  func rows(of root: String) throws -> [Int64] {
    if let known = knownRows[root] { return known }
    let rows =
      oldStored.entity(root) == nil
      ? [] : try executor.references(of: Planner.enginePlan(FetchRequest(entity: root)), first: nil)
    knownRows[root] = rows
    return rows
  }

  /// The indices of a root's records that belong to a model from now on; nil for all.
  func places(of entity: String) throws -> [Int]? {
    let root = new.root(of: entity)
    if root == entity { return nil }
    let kinds = try kinds(of: root)
    return kinds.indices.filter { new.isKind(kinds[$0], of: entity) }
  }

  /// The model of each record of a root, in identity order.
  func kinds(of root: String) throws -> [String] {
    if let known = knownKinds[root] { return known }
    let rows = try rows(of: root)
    let path = AttributePath([Schema.kindAttribute])
    guard oldStored.entity(root)?.attribute(Schema.kindAttribute) != nil else {
      return Array(repeating: root, count: rows.count)
    }
    let kind = TypedExpression(.attribute(path, of: .scope(level: 0, entity: root)), .string)
    let column = try executor.column(of: kind, for: rows, in: root)
    let kinds = rows.indices.map { row -> String in
      if case .string(let name) = column.value(at: row) { name } else { root }
    }
    knownKinds[root] = kinds
    return kinds
  }

  /// The values of an expression for all records of a root, or for those at `places`.
  func column(
    of expression: TypedExpression,
    in root: String,
    at places: [Int]?
  ) throws -> Column {
    let rows = try rows(of: root)
    guard let places else { return try executor.column(of: expression, for: rows, in: root) }
    return try executor.column(of: expression, for: places.map { rows[$0] }, in: root)
  }

  /// The number of records of a model, including submodels.
  private func count(of entity: String) throws -> Int {
    let request = Binder(schema: old).request(forAll: entity)
    return try executor.count(of: Planner.enginePlan(request))
  }

  func record(_ place: Int, of root: String) throws -> RecordID? {
    try snapshot.recordIDs(of: root, at: [try rows(of: root)[place]]).first
  }
}

extension BoundSetStep {
  /// The expressions that the step's query reads.
  fileprivate var readByRecords: [TypedExpression] {
    guard let records else { return [] }
    return [records.predicate].compactMap { $0 } + records.sort.map(\.expression)
  }
}

extension TypedExpression {
  /// Calls `note` for each column that the expression reads, with the entity of its record.
  func noteColumns(_ note: (String, AttributePath) -> Void) {
    switch kind {
    case .attribute(let path, let record): note(record.entity, path)
    case .composite(let leaves, let record):
      for leaf in leaves { note(record.entity, leaf.path) }
    default: break
    }
    for part in children + innerParts { part.noteColumns(note) }
  }
}
