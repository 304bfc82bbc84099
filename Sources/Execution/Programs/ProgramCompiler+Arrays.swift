import Columns
import Expressions
import Model
import Storage

/// Arrays: what is stored in one column is reduced for a whole batch at once, all elements behind one
/// another. Anything else, and whatever has an aggregate within, goes by the definition row by row.
extension ProgramCompiler {
  /// The element of the array that is being reduced: the one column that such a batch has.
  func element(_ type: ValueType) -> Program {
    program(
      of: ProgramNode { context in
        guard let column = context.batch.columns.first else { throw MismatchedColumn() }
        return ColumnRows(column, start: context.batch.start, count: context.count)
      },
      type: type
    )
  }

  func arrayMembership(_ operand: TypedExpression, _ array: TypedExpression) -> Program {
    guard case .list(let type) = array.type, !operand.canFail, !operand.hasAggregate,
      isStoredArray(array)
    else { return general(TypedExpression(.arrayMembership(operand, in: array), .bool)) }
    let element = TypedExpression(.element(level: level + 1), type)
    let condition = TypedExpression(.comparison(.equal, element, operand), .bool)
    let segments = elementSegments(of: array, filters: [condition], element: nil)
    return .bool(ProgramNode { Vector(Self.hasAny(try segments.result($0))) })
  }

  func arrayAggregate(_ aggregate: ArrayAggregate, _ expression: TypedExpression) -> Program {
    let parts = expression.innerParts
    guard isStoredArray(aggregate.array), !parts.contains(where: \.hasAggregate) else {
      return byDefinition(expression)
    }
    let segments = elementSegments(
      of: aggregate.array,
      filters: aggregate.filters,
      element: aggregate.function == .count ? nil : aggregate.element
    )
    let reducer = SegmentReducer(function: aggregate.function, type: expression.type)
    return reducer.program { try segments.result($0) }
  }

  /// The value of each row by the scalar evaluator.
  func byDefinition(_ expression: TypedExpression) -> Program {
    let records = expression.readsScope(below: level + 1)
    return shaped(
      ProgramNode { context in
        let evaluator = ScalarEvaluator(
          source: SnapshotRecords(environment: context.environment),
          context: context.environment.evaluation
        )
        let scopes = records ? context.outer + [context.references] : []
        do {
          return try (0..<context.count).map { row in
            // Scopes that no program reads are left empty.
            try evaluator.evaluate(
              expression,
              scopes: scopes.map { $0.isEmpty ? Column.nullReference : $0[row] }
            )
          }
        } catch is EvaluationError {
          throw BatchFailure()
        } catch is ExecutionError {
          throw BatchFailure()
        }
      },
      expression.type
    )
  }

  private func isStoredArray(_ array: TypedExpression) -> Bool {
    if case .attribute = array.kind { true } else { false }
  }

  /// The elements of the arrays of a batch, array by array, with programs over them.
  private func elementSegments(
    of array: TypedExpression,
    filters: [TypedExpression],
    element: TypedExpression?
  ) -> ProgramNode<Segments> {
    guard case .attribute(let path, let record) = array.kind else {
      preconditionFailure("only stored arrays have columns")
    }
    let rows = columnNode(path, of: record)
    let compiler = ProgramCompiler(level: level + 1)
    let filterPrograms = filters.map(compiler.compileCondition)
    let elementProgram = element.map(compiler.compile)
    let parts = filters + (element.map { [$0] } ?? [])
    let needsOuter = parts.contains { $0.readsScope(below: level + 1) }
    let innerLevel = level + 1
    return ProgramNode { context in
      let lists = try rows.result(context).lists()
      let inner = BatchContext(
        environment: context.environment,
        entity: context.entity,
        batch: lists.elements,
        outer: context.outer(
          of: MemberLists(starts: lists.starts, members: []),
          level: innerLevel,
          isRead: needsOuter
        )
      )
      return Segments(
        starts: lists.starts,
        mask: try filterPrograms.reduce(nil) { MaskKernels.both($0, try $1.result(inner)) },
        element: elementProgram.map { ($0, inner) },
        elementType: element?.type ?? .int,
        compiler: compiler
      )
    }
  }

  /// 1 for each owner that has a member which counts.
  private static func hasAny(_ segments: Segments) -> [UInt8] {
    let mask = segments.mask ?? []
    return (0..<segments.ownerCount).map { owner in
      mask[segments.starts[owner]..<segments.starts[owner + 1]].contains(1) ? 1 : 0
    }
  }
}

extension ColumnRows {
  /// The arrays of the rows: where each one's elements begin, the first ones at 0, and a batch that
  /// is a view of all of them.
  fileprivate func lists() throws -> (starts: [Int], elements: Batch) {
    guard case .list(let lists) = column else { throw MismatchedColumn() }
    let first = lists.starts[start]
    let starts = lists.starts[start...start + count].map { $0 - first }
    let elements = Batch(
      start: first,
      count: starts.last ?? 0,
      references: nil,
      columns: [lists.elements]
    )
    return (starts, elements)
  }
}

extension TypedExpression {
  /// Whether an aggregate stands anywhere in the expression.
  fileprivate var hasAggregate: Bool {
    switch kind {
    case .aggregate, .arrayAggregate, .shape: true
    default: children.contains(where: \.hasAggregate)
    }
  }
}

extension ArrayAggregate {
  /// What must hold of an element that is reduced; counting values leaves out those that are nil.
  fileprivate var filters: [TypedExpression] {
    let isPresent = (function == .count ? element : nil).map { element in
      TypedExpression(.not(TypedExpression(.isNull(element), .bool)), .bool)
    }
    return [filter, isPresent].compactMap { $0 }
  }
}
