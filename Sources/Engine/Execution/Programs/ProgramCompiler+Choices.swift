import Columns
import Expressions
import Model

/// `a ?? b` and `if c then a else b`.
extension ProgramCompiler {
  func coalesce(_ first: TypedExpression, _ second: TypedExpression) -> Program? {
    switch (compile(first), compile(second)) {
    case (.int64(let left), .int64(let right)):
      .int64(ProgramNode { Self.coalesced(try left.result($0), try right.result($0)) })
    case (.double(let left), .double(let right)):
      .double(ProgramNode { Self.coalesced(try left.result($0), try right.result($0)) })
    case (.bool(let left), .bool(let right)):
      .bool(ProgramNode { Self.coalesced(try left.result($0), try right.result($0)) })
    case (.string(let left), .string(let right)):
      coalesce(left, right)
    default:
      nil
    }
  }

  func conditional(
    _ condition: TypedExpression,
    _ then: TypedExpression,
    _ otherwise: TypedExpression
  ) -> Program? {
    let mask = compileCondition(condition)
    switch (compile(then), compile(otherwise)) {
    case (.int64(let first), .int64(let second)): return .int64(chosen(mask, first, second))
    case (.double(let first), .double(let second)): return .double(chosen(mask, first, second))
    case (.bool(let first), .bool(let second)): return .bool(chosen(mask, first, second))
    case (.string(let first), .string(let second)):
      let merge = StringMerge()
      return .string(
        ProgramNode { context in
          merge.chosen(
            try mask.result(context),
            try first.result(context),
            try second.result(context)
          )
        }
      )
    default: return nil
    }
  }

  private func coalesce(
    _ first: ProgramNode<StringVector>,
    _ second: ProgramNode<StringVector>
  ) -> Program {
    let merge = StringMerge()
    return .string(
      ProgramNode { context in
        let left = try first.result(context)
        guard let mask = left.codes.validity else { return left }
        return merge.chosen(mask, left, try second.result(context))
      }
    )
  }

  private func chosen<Element>(
    _ mask: ProgramNode<[UInt8]>,
    _ first: ProgramNode<Vector<Element>>,
    _ second: ProgramNode<Vector<Element>>
  ) -> ProgramNode<Vector<Element>> {
    ProgramNode { context in
      Self.chosen(
        try mask.result(context),
        try first.result(context),
        try second.result(context)
      )
    }
  }

  private static func coalesced<Element>(
    _ left: Vector<Element>,
    _ right: Vector<Element>
  ) -> Vector<Element> {
    left.validity.map { chosen($0, left, right) } ?? left
  }

  /// The row of `first` if the mask is 1, otherwise that of `second`.
  private static func chosen<Element>(
    _ mask: [UInt8],
    _ first: Vector<Element>,
    _ second: Vector<Element>
  ) -> Vector<Element> {
    let values = mask.indices.map { mask[$0] != 0 ? first[$0] : second[$0] }
    return Vector(values, validity: chosenValidity(mask, first.validity, second.validity))
  }

  /// The validity of rows chosen from two columns.
  static func chosenValidity(_ mask: [UInt8], _ first: [UInt8]?, _ second: [UInt8]?) -> [UInt8]? {
    if first == nil, second == nil { return nil }
    let fromFirst = first.map { MaskKernels.and(mask, $0) } ?? mask
    let others = MaskKernels.not(mask)
    return MaskKernels.or(fromFirst, second.map { MaskKernels.and(others, $0) } ?? others)
  }
}
