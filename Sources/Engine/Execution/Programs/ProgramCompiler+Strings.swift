import Columns
import Expressions
import Model

/// Predicates on strings, tested once per distinct string.
extension ProgramCompiler {
  func match(
    _ match: StringMatch,
    _ text: TypedExpression,
    _ pattern: TypedExpression
  ) -> Program {
    guard pattern.isConstant, case .string(let strings) = compile(text) else {
      return general(TypedExpression(.match(match, text, pattern), .bool))
    }
    let predicate = TypedExpression(.match(match, text, pattern), .bool)
    let table = predicateTable(predicate, on: [constantNode(pattern)]) { constants in
      guard case .string(let needle)? = constants.first else { return { _ in false } }
      do {
        return try StringMatcher(match, needle: needle).test
      } catch {
        throw BatchFailure()
      }
    }
    return .bool(ProgramNode { Vector(try table.result($0).mask(try strings.result($0))) })
  }

  func stringComparison(
    _ operation: ComparisonOperator,
    _ text: ProgramNode<StringVector>,
    _ constant: ProgramNode<Value>
  ) -> Program {
    let table = predicateTable(on: [constant]) { constants in
      guard case .string(let other)? = constants.first else { return { _ in false } }
      let bytes = Array(other.utf8)
      return { text in
        let order = bytes.withUnsafeBufferPointer { LexicalOrder.compare(text, $0) }
        return operation.holds(forOrder: order)
      }
    }
    return .bool(
      ProgramNode { context in
        let vector = try text.result(context)
        let value = try constant.result(context)
        let mask =
          try Self.maskByCode(operation, vector, value) ?? table.result(context).mask(vector)
        let isNull = value.isNull
        let rightValidity: [UInt8]? =
          isNull ? Array(repeating: 0, count: context.count) : nil
        return Vector(
          ComparisonKernels.withNulls(operation, mask, vector.codes.validity, rightValidity)
        )
      }
    )
  }

  func stringMembership(
    _ text: ProgramNode<StringVector>,
    _ elements: [ProgramNode<Value>]
  ) -> Program {
    let table = predicateTable(on: elements) { constants in
      let texts = Set(
        constants.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } }
      )
      return { texts.contains(Array($0)) }
    }
    return .bool(
      ProgramNode { context in
        let vector = try text.result(context)
        let mask = try table.result(context).mask(vector)
        let hasNull = try elements.contains { try $0.result(context).isNull }
        guard hasNull, let validity = vector.codes.validity else { return Vector(mask) }
        return Vector(MaskKernels.or(mask, MaskKernels.not(validity)))
      }
    )
  }

  /// A table that batches share, as constants do not change during a statement.
  ///
  /// - Parameter predicate: The predicate, if testing a string takes long, so that threads share
  ///   the answers.
  private func predicateTable(
    _ predicate: TypedExpression? = nil,
    on constants: [ProgramNode<Value>],
    _ makeTest: @escaping ([Value]) throws -> (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> ProgramNode<StringPredicateTable> {
    var table: StringPredicateTable?
    return ProgramNode { context in
      if let table { return table }
      let newTable = StringPredicateTable(
        predicate,
        sharing: context.environment.predicateAnswers,
        try makeTest(constants.map { try $0.result(context) })
      )
      table = newTable
      return newTable
    }
  }

  /// Compares strings with `value` by code; nil if codes are not unique. Nil rows have any result.
  private static func maskByCode(
    _ operation: ComparisonOperator,
    _ texts: StringVector,
    _ value: Value
  ) -> [UInt8]? {
    guard case .string(let text) = value, texts.dictionary.isDistinct else { return nil }
    let code = texts.dictionary.existingCode(for: text)
    switch operation {
    case .equal:
      guard let code else { return Array(repeating: 0, count: texts.codes.count) }
      return ComparisonKernels.compare(.equal, texts.codes, to: code)
    case .notEqual:
      guard let code else { return Array(repeating: 1, count: texts.codes.count) }
      return ComparisonKernels.compare(.notEqual, texts.codes, to: code)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
    }
  }
}
