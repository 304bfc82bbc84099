import Columns
import Expressions
import Model
import Storage

/// Aggregates over to-many paths: the members of all owners of a batch are reduced together.
extension ProgramCompiler {
  func aggregate(_ aggregate: ToManyAggregate, type: ValueType) -> Program {
    let members = MemberNode(base: references(aggregate.base), path: aggregate.path)
    let compiler = ProgramCompiler(level: aggregate.level)
    let filter = aggregate.filter.map(compiler.compileCondition)
    let element = aggregate.element.map(compiler.compile)
    let elementType = aggregate.element?.type ?? .int
    let needsOuter = aggregate.readsOuterScopes
    let reducer = SegmentReducer(function: aggregate.function, type: type)
    let entity = aggregate.path.last?.destination ?? aggregate.base.entity

    return reducer.program { context in
      let lists = try members.lists(context)
      let inner = try compiler.context(
        entity: entity,
        references: lists.members,
        outer: needsOuter
          ? context.repeated(by: lists) : Array(repeating: [], count: aggregate.level),
        environment: context.environment
      )
      return Segments(
        starts: lists.starts,
        mask: try filter?.result(inner),
        element: element.map { ($0, inner) },
        elementType: elementType,
        compiler: compiler
      )
    }
  }

  /// A context whose batch is gathered by reference, for programs of this compiler.
  func context(
    entity: String,
    references: [Int64],
    outer: [[Int64]],
    environment: ExecutionEnvironment
  ) throws -> BatchContext {
    let columns = try environment.snapshot.gather(sources, of: entity, at: references)
    return BatchContext(
      environment: environment,
      entity: entity,
      batch: Batch(start: 0, count: references.count, references: references, columns: columns),
      outer: outer
    )
  }
}

extension BatchContext {
  /// The records of all scopes of this context, each repeated for its members.
  func repeated(by lists: MemberLists) -> [[Int64]] {
    (outer + [references]).map { level in
      var repeated: [Int64] = []
      repeated.reserveCapacity(lists.members.count)
      for (row, record) in level.enumerated() {
        let count = lists.starts[row + 1] - lists.starts[row]
        repeated.append(contentsOf: repeatElement(record, count: count))
      }
      return repeated
    }
  }
}

extension ToManyAggregate {
  /// Whether the filter or the element read records of scopes around the aggregate.
  var readsOuterScopes: Bool {
    [filter, element].compactMap { $0 }.contains { $0.readsScope(below: level) }
  }
}

extension TypedExpression {
  fileprivate func readsScope(below level: Int) -> Bool {
    switch kind {
    case .attribute(_, let record), .record(let record), .composite(_, let record):
      record.scopeLevel < level
    case .aggregate(let aggregate):
      aggregate.base.scopeLevel < level
        || [aggregate.filter, aggregate.element].compactMap { $0 }
          .contains { $0.readsScope(below: level) }
    default:
      children.contains { $0.readsScope(below: level) }
    }
  }
}

extension RecordExpression {
  fileprivate var scopeLevel: Int {
    switch self {
    case .scope(let level, _): level
    case .toOne(_, let base): base.scopeLevel
    }
  }
}

/// Follows a path with to-many steps from the records of a batch.
private struct MemberNode {
  let base: ProgramNode<[Int64]>
  let path: [RelationshipReference]

  /// The members at the end of the path, owner by owner, flattened, duplicates kept.
  func lists(_ context: BatchContext) throws -> MemberLists {
    let owners = try base.result(context)
    var lists = MemberLists.single(owners)
    for relationship in path {
      lists = try step(relationship, from: lists, context.environment.snapshot)
    }
    return lists
  }

  private func step(
    _ relationship: RelationshipReference,
    from lists: MemberLists,
    _ snapshot: any StoreSnapshot
  ) throws -> MemberLists {
    let next: MemberLists
    if relationship.isToMany {
      next = try snapshot.members(of: relationship, owners: lists.members)
    } else {
      let columns = try snapshot.gather(
        [.toOne(relationship.name)],
        of: relationship.entity,
        at: lists.members
      )
      guard case .reference(let column)? = columns.first else { throw MismatchedColumn() }
      next = MemberLists.single(column.values)
    }
    return MemberLists(starts: lists.starts.map { next.starts[$0] }, members: next.members)
  }
}

extension MemberLists {
  /// A list of one member for each of `records`, empty where it is null.
  fileprivate static func single(_ records: [Int64]) -> MemberLists {
    var starts = [0]
    starts.reserveCapacity(records.count + 1)
    var members: [Int64] = []
    members.reserveCapacity(records.count)
    for record in records {
      if record != Column.nullReference { members.append(record) }
      starts.append(members.count)
    }
    return MemberLists(starts: starts, members: members)
  }
}
