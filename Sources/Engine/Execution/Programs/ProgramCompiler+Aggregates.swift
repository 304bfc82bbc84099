import Columns
import Expressions
import Model
import Storage

/// Aggregates over to-many paths, for all owners of a batch together.
extension ProgramCompiler {
  func aggregate(_ aggregate: ToManyAggregate, type: ValueType) -> Program {
    let byOwner = aggregateByOwner(aggregate, type: type)
    guard level == aggregate.level - 1, aggregate.isOfOwnMembers else { return byOwner }
    switch byOwner {
    case .int64(let node): return .int64(ofAllOwners(aggregate, type, or: node, Self.int64s))
    case .double(let node): return .double(ofAllOwners(aggregate, type, or: node, Self.doubles))
    default: return byOwner
    }
  }

  /// Computes the aggregate batch by batch, and for all owners once enough were needed, or at once
  /// if they will be.
  private func ofAllOwners<Element>(
    _ aggregate: ToManyAggregate,
    _ type: ValueType,
    or byOwner: ProgramNode<Vector<Element>>,
    _ unwrap: @escaping (Column) -> FixedColumn<Element>?
  ) -> ProgramNode<Vector<Element>> {
    var askedCount = 0
    var isCounted = !readsAllRows
    return ProgramNode { context in
      let environment = context.environment
      let batch = context.batch
      // Only scans reach the other owners.
      let isScan = batch.references == nil && batch.firstReference == 0
      if isScan, !isCounted {
        isCounted = true
        askedCount = try environment.snapshot.count(of: context.entity)
      }
      guard isScan, askedCount >= environment.division.minOwners,
        let column = try environment.ownerAggregates.column(of: aggregate, type, environment)
      else {
        askedCount += context.count
        return try byOwner.result(context)
      }
      return try ColumnRows(column, start: batch.start, count: batch.count).vector(unwrap)
    }
  }

  /// Aggregates the related records of all owners of a batch.
  private func aggregateByOwner(_ aggregate: ToManyAggregate, type: ValueType) -> Program {
    let members = MemberNode(base: references(aggregate.base), path: aggregate.path)
    let compiler = ProgramCompiler(level: aggregate.level)
    let function = aggregate.function
    let filters = function.filters(aggregate.filter, aggregate.element)
      .map(compiler.compileCondition)
    let element = function.reduced(aggregate.element).map(compiler.compile)
    let elementType = aggregate.element?.type ?? .int
    let needsOuter = aggregate.parts.contains { $0.readsScope(below: aggregate.level) }
    let reducer = SegmentReducer(
      function: function,
      options: aggregate.options,
      type: type
    )
    let entity = aggregate.path.last?.destination ?? aggregate.base.entity

    return reducer.program { context in
      let lists = try members.lists(context)
      let inner = try compiler.context(
        entity: entity,
        references: lists.members,
        outer: context.outer(of: lists, level: aggregate.level, isRead: needsOuter),
        elements: context.elements,
        environment: context.environment
      )
      return Segments(
        starts: lists.starts,
        mask: try filters.reduce(nil) {
          try context.environment.cancellation.check()
          return MaskKernels.both($0, try $1.result(inner))
        },
        element: element.map { ($0, inner) },
        elementType: elementType,
        compiler: compiler
      )
    }
  }

  /// A context with a gathered batch, for programs of this compiler.
  func context(
    entity: String,
    references: [Int64],
    outer: [[Int64]],
    elements: [Int: Column] = [:],
    environment: ExecutionEnvironment
  ) throws -> BatchContext {
    try environment.cancellation.check()
    let columns = try environment.snapshot.gather(sources, of: entity, at: references)
    return BatchContext(
      environment: environment,
      entity: entity,
      batch: Batch(start: 0, count: references.count, references: references, columns: columns),
      outer: outer,
      elements: elements
    )
  }
}

extension AggregateFunction {
  /// The conditions on elements; `count` also excludes nils.
  func filters(_ filter: TypedExpression?, _ element: TypedExpression?) -> [TypedExpression] {
    [filter, self == .count ? element?.isPresent : nil].compactMap { $0 }
  }

  /// The expression to reduce after filtering; nil to count.
  func reduced(_ element: TypedExpression?) -> TypedExpression? { self == .count ? nil : element }
}
