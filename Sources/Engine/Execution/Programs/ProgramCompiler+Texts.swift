import Columns
import Expressions
import Model

/// Functions of strings, computed once per distinct string.
extension ProgramCompiler {
  func textCall(
    _ function: ScalarFunction,
    _ texts: ProgramNode<StringVector>
  ) -> Program? {
    switch function {
    case .lower: return mapped(texts) { text, _ in text.lowercased() }
    case .upper: return mapped(texts) { text, _ in text.uppercased() }
    case .trim: return mapped(texts) { text, _ in TextFunctions.trimmed(text) }
    case .length: return .int64(numbers(of: texts) { TextFunctions.length($0) })
    default: return nil
    }
  }

  /// `text + other`: once per distinct string if one side is constant, otherwise row by row.
  func concatenation(_ left: TypedExpression, _ right: TypedExpression) -> Program? {
    if left.isConstant || right.isConstant {
      let (text, other) = right.isConstant ? (left, right) : (right, left)
      guard case .string(let texts) = compile(text) else { return nil }
      return mapped(texts, with: [constantNode(other)]) { text, constants in
        guard Arithmetic.canJoin(text.utf8.count, constants[0].utf8.count) else {
          throw BatchFailure()
        }
        return right.isConstant ? text + constants[0] : constants[0] + text
      }
    }
    guard case .string(let first) = compile(left), case .string(let second) = compile(right) else {
      return nil
    }
    return .string(
      ProgramNode { try Self.concatenated(try first.result($0), try second.result($0)) }
    )
  }

  private static func concatenated(
    _ left: StringVector,
    _ right: StringVector
  ) throws -> StringVector {
    let validity = MaskKernels.both(left.codes.validity, right.codes.validity)
    var dictionary = StringDictionary()
    var bytes: [UInt8] = []
    let codes = try (0..<left.codes.count).map { row -> UInt32 in
      guard validity.map({ $0[row] != 0 }) ?? true else { return 0 }
      bytes.removeAll(keepingCapacity: true)
      left.dictionary.withUTF8(of: left.codes[row]) { bytes.append(contentsOf: $0) }
      right.dictionary.withUTF8(of: right.codes[row]) { bytes.append(contentsOf: $0) }
      guard Arithmetic.canJoin(bytes.count, 0) else { throw BatchFailure() }
      return bytes.withUnsafeBufferPointer { dictionary.code(for: $0) }
    }
    return StringVector(codes: Vector(codes, validity: validity), dictionary: dictionary)
  }

  /// A function of a string and constant strings; nil if a constant is nil.
  private func mapped(
    _ texts: ProgramNode<StringVector>,
    with constants: [ProgramNode<Value>] = [],
    _ body: @escaping (String, [String]) throws -> String
  ) -> Program {
    let table = StringTable<UInt32>(filler: 0)
    var results = StringDictionary()
    return .string(
      ProgramNode { context in
        let vector = try texts.result(context)
        let others = try constants.compactMap { node -> String? in
          if case .string(let text) = try node.result(context) { text } else { nil }
        }
        guard others.count == constants.count else { return .nulls(count: context.count) }
        let codes = try table.values(vector) { results.code(for: try body($0, others)) }
        return StringVector(
          codes: Vector(codes, validity: vector.codes.validity),
          dictionary: results
        )
      }
    )
  }

  /// The position of each row's enum case.
  func ordinal(_ type: EnumerationType, _ operand: TypedExpression) -> Program {
    guard case .string(let texts) = compile(operand) else {
      return general(TypedExpression(.ordinal(type, operand), .int))
    }
    return .int64(numbers(of: texts) { Int64(type.ordinal(of: $0) ?? 0) })
  }

  private func numbers(
    of texts: ProgramNode<StringVector>,
    _ body: @escaping (String) -> Int64
  ) -> ProgramNode<Vector<Int64>> {
    let table = StringTable<Int64>(filler: 0)
    return ProgramNode { context in
      let vector = try texts.result(context)
      return Vector(table.values(vector, body), validity: vector.codes.validity)
    }
  }
}
