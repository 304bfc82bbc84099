import Columns
import Expressions
import Model

/// Maps the values of an expression to words that are equal if the values are.
///
/// Words are comparable only within one `KeyWords`, as strings are numbered in order of appearance.
final class KeyWords {
  /// The words of rows.
  struct Rows {
    enum Words {
      case words([UInt64])
      /// Codes of a dictionary with `textCount` strings.
      case codes(Vector<UInt32>, textCount: Int)
    }

    let kind: Words
    /// 1 for each row with a value; nil if all have one.
    let validity: [UInt8]?

    /// One word per row; nil rows have a filler.
    var words: [UInt64] {
      switch kind {
      case .words(let words): words
      case .codes(let codes, _): codes.map { UInt64($0) }
      }
    }
  }

  private let expression: TypedExpression
  private let program: Program
  /// The strings that are numbered; nil for other values, and before the first string.
  private(set) var dictionary: StringDictionary?
  private var others: [Value: UInt64] = [:]

  init(_ expression: TypedExpression, _ compiler: ProgramCompiler) {
    self.expression = expression
    // Records are compared by their references.
    program =
      compiler.referenceVector(expression).map(Program.int64) ?? compiler.compile(expression)
  }

  /// The words of the selected rows of a batch, or of all.
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
      // Adding 0 turns −0 into 0.
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
      kind: .words(selection.map { $0.map { word(vector[$0]) } } ?? vector.map(word)),
      validity: Self.validity(vector.validity, selection)
    )
  }

  private func rows(_ vector: StringVector, _ selection: [Int]?) -> Rows {
    let codes = vector.codes
    if dictionary == nil, vector.dictionary.isDistinct { dictionary = vector.dictionary }
    let validity = Self.validity(codes.validity, selection)
    if let known = dictionary, vector.dictionary.extends(known) {
      dictionary = vector.dictionary
      let selected = selection.map { Vector($0.map { codes[$0] }) } ?? codes
      return self.rows(selected, validity)
    }
    var own = dictionary ?? StringDictionary()
    dictionary = nil
    let numbered = (selection ?? Array(0..<codes.count)).map { row in
      codes.isValid(row)
        ? vector.dictionary.withUTF8(of: codes[row]) { own.code(for: $0) } : 0
    }
    dictionary = own
    return self.rows(Vector(numbered), validity)
  }

  private func rows(_ codes: Vector<UInt32>, _ validity: [UInt8]?) -> Rows {
    Rows(kind: .codes(codes, textCount: dictionary?.count ?? 0), validity: validity)
  }

  /// The words of values from the scalar evaluator.
  private func rows(of values: [Value]) -> Rows {
    let words = values.map(word)
    let validity: [UInt8]? =
      values.contains(where: \.isNull) ? values.map { $0.isNull ? 0 : 1 } : nil
    if case .string = program {
      return rows(Vector(words.map { UInt32(truncatingIfNeeded: $0) }), validity)
    }
    return Rows(kind: .words(words), validity: validity)
  }

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

  /// The word here of a word of other key words of the same expression.
  func word(_ word: UInt64, of other: KeyWords) -> UInt64 {
    guard let strings = other.dictionary else { return word }
    var own = dictionary ?? StringDictionary()
    dictionary = nil
    defer { dictionary = own }
    return UInt64(
      strings.withUTF8(of: UInt32(truncatingIfNeeded: word)) { own.code(for: $0) }
    )
  }

  private static func validity(_ validity: [UInt8]?, _ selection: [Int]?) -> [UInt8]? {
    guard let validity, let selection else { return validity }
    return selection.map { validity[$0] }
  }
}
