import Columns
import Expressions
import Model
import Storage

/// Arrays. The elements of a batch are in one column, which for stored arrays is a view, and are
/// reduced array by array.
extension ProgramCompiler {
  /// The element of the array at scope level `elementLevel`.
  func element(at elementLevel: Int, _ type: ValueType) -> Program {
    let isHome = elementLevel == level
    return program(
      of: ProgramNode { context in
        guard let column = context.elements[elementLevel] else { throw MismatchedColumn() }
        if isHome { return ColumnRows(column, start: context.batch.start, count: context.count) }
        let places = context.outer[elementLevel]
        return ColumnRows(column.gathered(at: places), start: 0, count: context.count)
      },
      type: type
    )
  }

  func arrayMembership(_ operand: TypedExpression, _ array: TypedExpression) -> Program {
    guard case .list(let type) = array.type, case .attribute = array.kind, !operand.canFail,
      !operand.hasAggregate
    else { return general(TypedExpression(.arrayMembership(operand, in: array), .bool)) }
    let element = TypedExpression(.element(level: level + 1), type)
    let condition = TypedExpression(.comparison(.equal, element, operand), .bool)
    let segments = elementSegments(of: array, type, level + 1, filters: [condition], element: nil)
    return .bool(
      ProgramNode { context in
        let segments = try segments.result(context)
        return Vector(segments.ownersWithAny(of: segments.mask ?? []))
      }
    )
  }

  func arrayAggregate(_ aggregate: ArrayAggregate, type: ValueType) -> Program {
    guard case .list(let elementType) = aggregate.array.type else {
      preconditionFailure("an array is of a list's type")
    }
    let segments = elementSegments(
      of: aggregate.array,
      elementType,
      aggregate.level,
      filters: aggregate.function.filters(aggregate.filter, aggregate.element),
      element: aggregate.function.reduced(aggregate.element)
    )
    let reducer = SegmentReducer(
      function: aggregate.function,
      options: aggregate.options,
      type: type
    )
    return reducer.program { try segments.result($0) }
  }

  /// The elements of the arrays of a batch, with programs over them.
  private func elementSegments(
    of array: TypedExpression,
    _ type: ValueType,
    _ innerLevel: Int,
    filters: [TypedExpression],
    element: TypedExpression?
  ) -> ProgramNode<Segments> {
    let arrays = arrayRows(array, type)
    let compiler = ProgramCompiler(level: innerLevel)
    let filterPrograms = filters.map(compiler.compileCondition)
    let elementProgram = element.map(compiler.compile)
    let parts = filters + (element.map { [$0] } ?? [])
    let needsOuter = parts.contains { $0.readsScope(below: innerLevel) }
    return ProgramNode { context in
      let lists = try arrays.result(context).lists()
      let inner = BatchContext(
        environment: context.environment,
        entity: context.entity,
        batch: lists.elements,
        outer: context.outer(
          of: MemberLists(starts: lists.starts, members: []),
          level: innerLevel,
          isRead: needsOuter
        ),
        elements: context.elements.merging([innerLevel: lists.column]) { $1 }
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

  /// The arrays of a batch as rows of a column.
  private func arrayRows(
    _ array: TypedExpression,
    _ type: ValueType
  ) -> ProgramNode<ColumnRows> {
    if case .attribute(let path, let record) = array.kind { return columnNode(path, of: record) }
    let values = asValues(compile(array), array.type)
    // An empty list literal has no element type, so any column will do.
    let empty = Column.empty(of: type) ?? .bool(FixedColumn(values: []))
    return ProgramNode { context in
      let builder = makeColumnBuilder(continuing: .list(ListColumn(elements: empty)))
      for value in try values.result(context) where !builder.append(value) {
        throw MismatchedColumn()
      }
      return ColumnRows(builder.column, start: 0, count: context.count)
    }
  }
}

extension ColumnRows {
  /// The arrays of the rows: the start of each one, and a batch that is a view of all elements.
  fileprivate func lists() throws -> (starts: [Int], elements: Batch, column: Column) {
    guard case .list(let lists) = column else { throw MismatchedColumn() }
    let first = lists.starts[start]
    let starts = lists.starts[start...start + count].map { $0 - first }
    let elements = Batch(
      start: first,
      count: starts.last ?? 0,
      references: nil,
      columns: []
    )
    return (starts, elements, lists.elements)
  }
}

extension TypedExpression {
  /// Whether the expression contains an aggregate.
  fileprivate var hasAggregate: Bool {
    switch kind {
    case .aggregate, .arrayAggregate, .shape: true
    default: children.contains(where: \.hasAggregate)
    }
  }
}
