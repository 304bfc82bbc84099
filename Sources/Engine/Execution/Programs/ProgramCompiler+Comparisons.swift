import Columns
import Expressions
import Model
import Storage

/// Comparisons, membership, ranges and tests for nil.
extension ProgramCompiler {
  func comparison(
    _ operation: ComparisonOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) -> Program {
    if left.isConstant, !right.isConstant {
      return comparison(operation.mirrored, right, left)
    }
    if case .composite(let leaves, let record) = left.kind,
      case .composite(let others, let other) = right.kind
    {
      return compositeComparison(operation, leaves, record, others, other)
    }
    if let left = referenceVector(left), let right = referenceVector(right) {
      return mask(left, right) { ComparisonKernels.compare(operation, $0, $1) }
    }
    switch (compile(left), compile(right)) {
    case (.int64(let left), .int64(let right)):
      return mask(left, right) { ComparisonKernels.compare(operation, $0, $1) }
    case (.double(let left), .double(let right)):
      return mask(left, right) { ComparisonKernels.compare(operation, $0, $1) }
    case (.int64(let left), .double(let right)):
      return mask(left, right) { ComparisonKernels.compare(operation, $0, $1) }
    case (.double(let left), .int64(let right)):
      return mask(right, left) { ComparisonKernels.compare(operation.mirrored, $0, $1) }
    case (.bool(let left), .bool(let right)):
      return mask(left, right) { ComparisonKernels.compare(operation, $0, $1) }
    case (.string(let text), .string) where right.isConstant:
      return stringComparison(operation, text, constantNode(right))
    default:
      return general(TypedExpression(.comparison(operation, left, right), .bool))
    }
  }

  /// Composites are equal if all leaves are; nil ones have only nil leaves.
  private func compositeComparison(
    _ operation: ComparisonOperator,
    _ leaves: [CompositeLeaf],
    _ record: RecordExpression,
    _ others: [CompositeLeaf],
    _ other: RecordExpression
  ) -> Program {
    let isEqual = zip(leaves, others).map { leaf, otherLeaf in
      asBool(comparison(.equal, leaf.value(of: record), otherLeaf.value(of: other)))
    }
    return .bool(
      ProgramNode { context in
        let all: [UInt8] = Array(repeating: 1, count: context.count)
        let mask = try isEqual.reduce(all) { MaskKernels.and($0, try $1.result(context).mask) }
        return Vector(operation == .equal ? mask : MaskKernels.not(mask))
      }
    )
  }

  func range(
    _ operand: TypedExpression,
    _ lower: TypedExpression,
    _ upper: TypedExpression,
    _ isClosed: Bool
  ) -> Program {
    let isAbove = comparison(.greaterOrEqual, operand, lower)
    let isBelow = comparison(isClosed ? .lessOrEqual : .less, operand, upper)
    return mask(asBool(isAbove), asBool(isBelow)) { MaskKernels.and($0.mask, $1.mask) }
  }

  func membership(_ operand: TypedExpression, _ elements: [TypedExpression]) -> Program {
    if case .string(let text) = compile(operand), elements.allSatisfy(\.isConstant) {
      return stringMembership(text, elements.map(constantNode))
    }
    if elements.count > 2, elements.allSatisfy({ $0.isConstant && $0.type == operand.type }),
      case .int64(let numbers) = compile(operand)
    {
      return int64Membership(numbers, elements.map(constantNode))
    }
    // The operand is evaluated even for an empty list, since it may fail.
    let isNull = asBool(isNull(operand))
    let isEqual = elements.map { asBool(comparison(.equal, operand, $0)) }
    return .bool(
      ProgramNode { context in
        let none: [UInt8] = Array(repeating: 0, count: try isNull.result(context).count)
        return Vector(
          try isEqual.reduce(none) { MaskKernels.or($0, try $1.result(context).mask) }
        )
      }
    )
  }

  /// Membership of Ints or dates in a list of constants, by hash.
  private func int64Membership(
    _ numbers: ProgramNode<Vector<Int64>>,
    _ elements: [ProgramNode<Value>]
  ) -> Program {
    var cached: (numbers: Set<Int64>, hasNull: Bool)?
    return .bool(
      ProgramNode { context in
        let vector = try numbers.result(context)
        let members = try cached ?? Self.int64Members(elements.map { try $0.result(context) })
        cached = members
        let mask = vector.map { members.numbers.contains($0) ? UInt8(1) : 0 }
        guard let validity = vector.validity else { return Vector(mask) }
        let found = MaskKernels.and(mask, validity)
        return Vector(
          members.hasNull ? MaskKernels.or(found, MaskKernels.not(validity)) : found
        )
      }
    )
  }

  private static func int64Members(_ values: [Value]) -> (numbers: Set<Int64>, hasNull: Bool) {
    let numbers = values.compactMap { value -> Int64? in
      switch value {
      case .int(let number): number
      case .date(let date): date.microseconds
      default: nil
      }
    }
    return (Set(numbers), values.contains(where: \.isNull))
  }

  func isNull(_ operand: TypedExpression) -> Program {
    if let vector = referenceVector(operand) {
      return .bool(ProgramNode { Self.nulls(try vector.result($0)) })
    }
    if case .composite(let leaves, let record) = operand.kind {
      let nulls = leaves.map { asBool(isNull($0.value(of: record))) }
      return .bool(
        ProgramNode { context in
          let all: [UInt8] = Array(repeating: 1, count: context.count)
          return Vector(
            try nulls.reduce(all) { MaskKernels.and($0, try $1.result(context).mask) }
          )
        }
      )
    }
    switch compile(operand) {
    case .bool(let node): return .bool(ProgramNode { Self.nulls(try node.result($0)) })
    case .int64(let node): return .bool(ProgramNode { Self.nulls(try node.result($0)) })
    case .double(let node): return .bool(ProgramNode { Self.nulls(try node.result($0)) })
    case .string(let node): return .bool(ProgramNode { Self.nulls(try node.result($0).codes) })
    case .values(let node):
      return .bool(ProgramNode { Vector(try node.result($0).map { $0.isNull ? 1 : 0 }) })
    }
  }

  private static func nulls<Element>(_ vector: Vector<Element>) -> Vector<UInt8> {
    Vector(
      vector.validity.map(MaskKernels.not) ?? Array(repeating: 0, count: vector.count)
    )
  }

  private func mask<Left, Right>(
    _ left: ProgramNode<Vector<Left>>,
    _ right: ProgramNode<Vector<Right>>,
    _ kernel: @escaping (Vector<Left>, Vector<Right>) -> [UInt8]
  ) -> Program {
    .bool(ProgramNode { Vector(kernel(try left.result($0), try right.result($0))) })
  }

  /// Records are compared by reference, without resolving identities.
  func referenceVector(_ expression: TypedExpression) -> ProgramNode<Vector<Int64>>? {
    switch expression.kind {
    case .record(let record):
      let references = references(record)
      return ProgramNode { context in
        let values = try references.result(context)
        return Vector(values, validity: Vector(values).map { ($0 != Column.nullReference).bit })
      }
    case .literal(.record(let id)):
      return ProgramNode { context in
        // Row numbers are never negative, so −1 is a missing record.
        let reference = try context.environment.snapshot.reference(to: id) ?? -1
        return Vector(repeating: reference, count: context.count)
      }
    default:
      return nil
    }
  }
}

extension CompositeLeaf {
  /// The leaf of a record as an expression.
  fileprivate func value(of record: RecordExpression) -> TypedExpression {
    TypedExpression(.attribute(path, of: record), type)
  }
}
