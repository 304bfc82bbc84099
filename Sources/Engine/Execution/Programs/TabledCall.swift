import Columns
import Expressions
import Model

/// A call with one or two arguments that vary.
struct TabledCall {
  let body: @Sendable (FunctionArguments) throws -> Value
  /// The places of the arguments that vary.
  let places: [Int]
  /// The other arguments.
  let constants: [ProgramNode<Value>?]

  /// The function of the varying arguments.
  func prepared(_ context: BatchContext) throws -> ([Value]) throws -> Value {
    var values = try constants.map { try $0?.result(context) ?? .bool(false) }
    if values.contains(where: \.isNull) { return { _ in .null } }
    return { arguments in
      for (place, argument) in zip(places, arguments) { values[place] = argument }
      do { return try body(FunctionArguments(values)) } catch { throw BatchFailure() }
    }
  }
}

/// The rows of calls whose results are kept for equal arguments.
protocol TabledRows {
  /// A program of the results, each converted once.
  func results<Result>(
    filler: Result,
    _ convert: @escaping (Value) -> Result
  ) -> ProgramNode<[Result]>
}

/// Calls with one string that varies.
struct OneTextRows: TabledRows {
  private let call: TabledCall
  private let texts: ProgramNode<StringVector>

  init(_ call: TabledCall, _ texts: ProgramNode<StringVector>) {
    (self.call, self.texts) = (call, texts)
  }

  func results<Result>(
    filler: Result,
    _ convert: @escaping (Value) -> Result
  ) -> ProgramNode<[Result]> {
    let table = StringTable<Result>(filler: filler)
    return ProgramNode { [call, texts] context in
      let body = try call.prepared(context)
      return try table.values(try texts.result(context)) { convert(try body([.string($0)])) }
    }
  }
}

/// Calls with two values that vary, at least one of them a string.
struct TwoValueRows: TabledRows {
  private let call: TabledCall
  private let columns: [PairedValues]

  /// Nil for arguments of other types than strings, Ints and dates.
  init?(
    _ call: TabledCall,
    _ first: Program,
    _ second: Program,
    _ arguments: [TypedExpression]
  ) {
    let types = call.places.map { arguments[$0].type }
    let columns = zip([first, second], types).compactMap { PairedValues($0, $1) }
    guard columns.count == 2, columns.contains(where: \.isText) else { return nil }
    (self.call, self.columns) = (call, columns)
  }

  func results<Result>(
    filler: Result,
    _ convert: @escaping (Value) -> Result
  ) -> ProgramNode<[Result]> {
    let table = PairResults<Result>()
    // Codes have 32 bits and are the group of a pair.
    let order = columns[0].isText ? [0, 1] : [1, 0]
    return ProgramNode { [call, columns] context in
      let body = try call.prepared(context)
      let rows = try columns.map { try $0.rows(context) }
      let (codes, words) = (rows[order[0]], rows[order[1]])
      table.use(codes.dictionary, words.dictionary)
      return try (0..<context.count).map { row in
        guard codes.isValid(row), words.isValid(row) else { return filler }
        return try table.result(codes.words[row], words.words[row]) {
          convert(try body(zip(columns, rows).map { $0.value(row, of: $1) }))
        }
      }
    }
  }
}

/// The results of pairs of arguments.
private final class PairResults<Result> {
  private var pairs = PairTable()
  private var results: [Result] = []
  private var dictionaries: [StringDictionary?] = [nil, nil]

  /// The number of results after which they are discarded.
  private static var maxCount: Int { 1 << 20 }

  /// Discards the results if codes have other strings.
  func use(_ dictionaries: StringDictionary?...) {
    let areKnown = zip(dictionaries, self.dictionaries).allSatisfy { next, known in
      guard let known else { return next == nil }
      return next?.extends(known) ?? false
    }
    if !areKnown || results.count > Self.maxCount { (pairs, results) = (PairTable(), []) }
    self.dictionaries = dictionaries
  }

  func result(_ code: UInt64, _ word: UInt64, _ make: () throws -> Result) rethrows -> Result {
    let number = Int(pairs.number(of: UInt32(truncatingIfNeeded: code), word))
    if number < results.count { return results[number] }
    do {
      results.append(try make())
    } catch {
      // The pair has no result.
      (pairs, results) = (PairTable(), [])
      throw error
    }
    return results[number]
  }
}

/// A column of strings, Ints or dates as words.
private struct PairedValues {
  let isText: Bool
  private let program: Program
  private let isDate: Bool

  init?(_ program: Program, _ type: ValueType) {
    switch (program, type) {
    case (.string, .string): isText = true
    case (.int64, .int), (.int64, .date): isText = false
    default: return nil
    }
    self.program = program
    isDate = type == .date
  }

  struct Rows {
    let words: [UInt64]
    let validity: [UInt8]?
    let dictionary: StringDictionary?

    func isValid(_ row: Int) -> Bool { validity.map { $0[row] != 0 } ?? true }
  }

  func value(_ row: Int, of rows: Rows) -> Value {
    let word = rows.words[row]
    if let dictionary = rows.dictionary { return .string(dictionary.string(for: UInt32(word))) }
    let number = Int64(bitPattern: word)
    return isDate ? .date(Timestamp(microseconds: number)) : .int(number)
  }

  func rows(_ context: BatchContext) throws -> Rows {
    switch program {
    case .string(let node):
      let vector = try node.result(context)
      return Rows(
        words: vector.codes.map { UInt64($0) },
        validity: vector.codes.validity,
        dictionary: vector.dictionary
      )
    case .int64(let node):
      let vector = try node.result(context)
      return Rows(
        words: vector.map { UInt64(bitPattern: $0) },
        validity: vector.validity,
        dictionary: nil
      )
    case .bool, .double, .values: throw BatchFailure()
    }
  }
}
