import Columns
import Expressions
import Model

/// Enum cases by their places.
extension ProgramCompiler {
  /// The place of each row's case, looked up once per text of the dictionary.
  func ordinal(_ type: EnumerationType, _ operand: TypedExpression) -> Program {
    guard case .string(let texts) = compile(operand) else {
      return general(TypedExpression(.ordinal(type, operand), .int))
    }
    let table = OrdinalTable(type)
    return .int64(ProgramNode { table.ordinals(try texts.result($0)) })
  }
}

/// The places of an enum's cases by dictionary code, kept as long as the dictionary stays the same.
private final class OrdinalTable {
  private let type: EnumerationType
  private var dictionary = StringDictionary()
  private var ordinals: [Int64]?

  init(_ type: EnumerationType) {
    self.type = type
  }

  func ordinals(_ vector: StringVector) -> Vector<Int64> {
    let ordinals = ordinals(of: vector.dictionary)
    // Fillers of nil rows need not be codes.
    let places = vector.codes.map { code in
      Int(code) < ordinals.count ? ordinals[Int(code)] : 0
    }
    return Vector(places, validity: vector.codes.validity)
  }

  private func ordinals(of dictionary: StringDictionary) -> [Int64] {
    if let ordinals, self.dictionary.isSame(as: dictionary) { return ordinals }
    let places = (0..<dictionary.count).map { code in
      Int64(type.ordinal(of: dictionary.string(for: UInt32(code))) ?? 0)
    }
    self.dictionary = dictionary
    ordinals = places
    return places
  }
}
