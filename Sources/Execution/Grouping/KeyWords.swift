import Columns
import Expressions
import Model

/// Turns the values of one expression into words that are equal where the values are.
///
/// Words mean something only among those of one `KeyWords`: texts are numbered as they are met.
final class KeyWords {
  /// Words of some rows, with what tells which of them are nil.
  struct Rows {
    let words: [UInt64]
    /// 1 for each row with a value; nil where all have.
    let validity: [UInt8]?
    /// Whether the words are small numbers that rise from 0: the codes of a dictionary.
    let areCodes: Bool
  }

  private let expression: TypedExpression
  private let program: Program
  private var dictionary: StringDictionary?
  private var others: [Value: UInt64] = [:]

  init(_ expression: TypedExpression, _ compiler: ProgramCompiler) {
    self.expression = expression
    // Records are told apart by their references.
    program =
      compiler.referenceVector(expression).map(Program.int64) ?? compiler.compile(expression)
  }

  /// The words of the rows of a batch that `selection` names, or of all.
  func rows(_ context: BatchContext, _ selection: [Int]?) throws -> Rows {
    do {
      return try vectorRows(context, selection)
    } catch is BatchFailure {
      let evaluation = RowEvaluation(context)
      let values = try (selection ?? Array(0..<context.count)).map {
        try evaluation.value(expression, row: $0)
      }
      return rows(of: values)
    }
  }

  private func vectorRows(_ context: BatchContext, _ selection: [Int]?) throws -> Rows {
    switch program {
    case .bool(let node): return rows(try node.result(context), selection) { UInt64($0) }
    case .int64(let node):
      return rows(try node.result(context), selection) { UInt64(bitPattern: $0) }
    case .double(let node):
      // Adding 0 makes 0 of −0, which is equal to it.
      return rows(try node.result(context), selection) { ($0 + 0).bitPattern }
    case .string(let node):
      return rows(try node.result(context), selection)
    case .values(let node):
      let values = try node.result(context)
      return rows(of: selection.map { $0.map { values[$0] } } ?? values)
    }
  }

  private func rows<Element>(
    _ vector: Vector<Element>,
    _ selection: [Int]?,
    _ word: (Element) -> UInt64
  ) -> Rows {
    Rows(
      words: selection.map { $0.map { word(vector[$0]) } } ?? vector.map(word),
      validity: Self.validity(vector.validity, selection),
      areCodes: false
    )
  }

  private func rows(_ vector: StringVector, _ selection: [Int]?) -> Rows {
    let codes = vector.codes
    if dictionary == nil, vector.dictionary.isDistinct { dictionary = vector.dictionary }
    let validity = Self.validity(codes.validity, selection)
    if let known = dictionary, vector.dictionary.extends(known) {
      dictionary = vector.dictionary
      let words = selection.map { $0.map { UInt64(codes[$0]) } } ?? codes.map { UInt64($0) }
      return Rows(words: words, validity: validity, areCodes: true)
    }
    var own = dictionary ?? StringDictionary()
    dictionary = nil
    let words = (selection ?? Array(0..<codes.count)).map { row in
      codes.isValid(row)
        ? UInt64(vector.dictionary.withUTF8(of: codes[row]) { own.code(for: $0) }) : 0
    }
    dictionary = own
    return Rows(words: words, validity: validity, areCodes: true)
  }

  /// The words that the rows of a vector with these values would have.
  private func rows(of values: [Value]) -> Rows {
    let words = values.map(word)
    let hasNulls = values.contains(where: \.isNull)
    return Rows(
      words: words,
      validity: hasNulls ? values.map { $0.isNull ? 0 : 1 } : nil,
      areCodes: hasTexts
    )
  }

  /// Whether words are codes, in batches that are evaluated by the definition too.
  private var hasTexts: Bool { if case .string = program { true } else { false } }

  private func word(_ value: Value) -> UInt64 {
    switch (value, program) {
    case (.null, _): return 0
    case (.bool(let value), .bool): return value ? 1 : 0
    case (.int(let value), .int64): return UInt64(bitPattern: value)
    case (.date(let value), .int64): return UInt64(bitPattern: value.microseconds)
    case (.double(let value), .double): return (value + 0).bitPattern
    case (.string(let text), .string):
      var own = dictionary ?? StringDictionary()
      dictionary = nil
      defer { dictionary = own }
      return UInt64(own.code(for: text))
    default:
      if let known = others[value] { return known }
      let next = UInt64(others.count)
      others[value] = next
      return next
    }
  }

  private static func validity(_ validity: [UInt8]?, _ selection: [Int]?) -> [UInt8]? {
    guard let validity, let selection else { return validity }
    return selection.map { validity[$0] }
  }
}
