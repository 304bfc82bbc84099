import Columns
import Model
import Synchronization

/// A predicate on strings, tested once per distinct string of a dictionary.
final class StringPredicateTable {
  private let test: (UnsafeBufferPointer<UInt8>) -> Bool
  private let others: PredicateAnswers?
  private let expression: TypedExpression?
  private var answers = CodeAnswers(for: StringDictionary())

  /// - Parameters:
  ///   - expression: The predicate, if other threads may test it.
  ///   - others: The answers of the statement's threads.
  init(
    _ expression: TypedExpression? = nil,
    sharing others: PredicateAnswers? = nil,
    _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    self.expression = expression
    self.others = others
    self.test = test
  }

  /// The predicate row by row; 0 for nil.
  func mask(_ vector: StringVector) -> [UInt8] {
    if !answers.dictionary.isSame(as: vector.dictionary) { start(vector.dictionary) }
    if vector.dictionary.count == 0 { return Array(repeating: 0, count: vector.codes.count) }
    var mask = answers.mask(vector.codes)
    if MaskKernels.hasBit(CodeAnswers.unknown, in: mask) {
      answers.find(vector.codes, test)
      mask = answers.mask(vector.codes)
    }
    return vector.codes.validity.map { MaskKernels.and(mask, $0) } ?? mask
  }

  /// Keeps the answers if `next` extends the dictionary.
  private func start(_ next: StringDictionary) {
    let known = answers
    let make = { CodeAnswers(for: next, continuing: known) }
    if let others, let expression {
      answers = others.answers(of: expression, for: next, make)
    } else {
      answers = make()
    }
  }
}

/// The answers of predicates on strings that the statement's threads share, so that each string is
/// tested once.
final class PredicateAnswers: Sendable {
  private let known = Mutex(Known())

  /// A struct, since an empty dictionary with this key type is slow to destroy.
  private struct Known: Sendable {
    var answers: [TypedExpression: CodeAnswers] = [:]
  }

  /// The answers of `predicate` for the strings of `dictionary`.
  func answers(
    of predicate: TypedExpression,
    for dictionary: StringDictionary,
    _ make: () -> CodeAnswers
  ) -> CodeAnswers {
    known.withLock { known in
      if let answers = known.answers[predicate], answers.dictionary.isSame(as: dictionary) {
        return answers
      }
      let answers = make()
      known.answers[predicate] = answers
      return answers
    }
  }
}

/// The answers of a predicate for the strings of a dictionary. Several threads may use them: an
/// answer does not depend on who finds it.
final class CodeAnswers: @unchecked Sendable {
  let dictionary: StringDictionary
  /// 0 or 1 by code; ``unknown`` for strings that are not tested yet.
  private let answers: UnsafeMutablePointer<Atomic<UInt8>>

  static let unknown: UInt8 = 2

  /// - Parameter previous: Answers to keep if the dictionary extends theirs.
  init(for dictionary: StringDictionary, continuing previous: CodeAnswers? = nil) {
    self.dictionary = dictionary
    answers = .allocate(capacity: dictionary.count)
    let previous = previous.flatMap { dictionary.extends($0.dictionary) ? $0 : nil }
    let knownCount = previous?.dictionary.count ?? 0
    for code in 0..<dictionary.count {
      let answer = code < knownCount ? previous?[code] : nil
      (answers + code).initialize(to: Atomic(answer ?? Self.unknown))
    }
  }

  deinit {
    answers.deinitialize(count: dictionary.count)
    answers.deallocate()
  }

  private subscript(code: Int) -> UInt8 { answers[code].load(ordering: .relaxed) }

  /// The answers row by row; fillers of nil rows may not be codes. There must be a code.
  func mask(_ codes: Vector<UInt32>) -> [UInt8] {
    let (answers, last) = (answers, UInt32(clamping: dictionary.count - 1))
    return codes.map { answers[Int(min($0, last))].load(ordering: .relaxed) }
  }

  /// Tests the strings of these rows that are not tested yet.
  func find(_ codes: Vector<UInt32>, _ test: (UnsafeBufferPointer<UInt8>) -> Bool) {
    let last = dictionary.count - 1
    dictionary.bytes.withUnsafeBufferPointer { bytes in
      dictionary.starts.withUnsafeBufferPointer { starts in
        for row in 0..<codes.count {
          let code = min(Int(codes[row]), last)
          guard self[code] == Self.unknown else { continue }
          let text = UnsafeBufferPointer(rebasing: bytes[starts[code]..<starts[code + 1]])
          answers[code].store(test(text) ? 1 : 0, ordering: .relaxed)
        }
      }
    }
  }
}
