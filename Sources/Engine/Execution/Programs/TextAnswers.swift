import Columns
import Model
import Synchronization

/// What the predicates of a statement say of texts, shared by its threads: each text is tested once.
final class TextAnswers: Sendable {
  private let made = Mutex(Made())

  /// A type of its own, so that an empty one costs nothing: the runtime looks for the conformance of a
  /// dictionary's key when it goes.
  private struct Made: Sendable {
    var byPredicate: [TypedExpression: AnswersByCode] = [:]
  }

  /// The answers of a predicate about the texts of `dictionary`; nil where others ask about another one.
  func answers(of predicate: TypedExpression, about dictionary: StringDictionary) -> AnswersByCode?
  {
    made.withLock { made in
      if let known = made.byPredicate[predicate] {
        return known.dictionary.isSame(as: dictionary) ? known : nil
      }
      let answers = AnswersByCode(dictionary)
      made.byPredicate[predicate] = answers
      return answers
    }
  }
}

/// The answers of one predicate about the texts of one dictionary, by code.
///
/// Threads that find the same answer at the same time both write it down.
final class AnswersByCode: @unchecked Sendable {
  /// Held, so that its identity cannot be taken over.
  let dictionary: StringDictionary
  /// 0 or 1 by code, ``unknown`` for what was not tested yet. Immutable but for what the atoms hold.
  private let answers: UnsafeMutableBufferPointer<Atomic<UInt8>>

  /// The bit that stands for a text that was not tested.
  static let unknown: UInt8 = 2

  /// Answers about `dictionary`, of which those in `known`, about texts with the same codes, are there.
  init(_ dictionary: StringDictionary, known: AnswersByCode? = nil) {
    self.dictionary = dictionary
    answers = .allocate(capacity: dictionary.count)
    let knownCount = known?.answers.count ?? 0
    for code in 0..<dictionary.count {
      let answer = code < knownCount ? known?.answer(code) : nil
      answers.initializeElement(at: code, to: Atomic(answer ?? Self.unknown))
    }
  }

  deinit { answers.deallocate() }

  /// The answer about the text with a code, which is one of the dictionary's.
  @inline(__always)
  private func answer(_ code: Int) -> UInt8 { answers[code].load(ordering: .relaxed) }

  /// The answers row by row; fillers of nil rows need not be codes.
  func mask(_ codes: Vector<UInt32>) -> [UInt8] {
    guard answers.count > 0 else { return Array(repeating: 0, count: codes.count) }
    let last = UInt32(clamping: answers.count - 1)
    return codes.map { answer(Int(min($0, last))) }
  }

  /// Tests those texts of the rows that were not tested yet.
  func test(_ codes: Vector<UInt32>, _ test: (UnsafeBufferPointer<UInt8>) -> Bool) {
    // Held here, so that nothing is counted in the loop: threads would wait for one another there.
    let (starts, last) = (dictionary.starts, answers.count - 1)
    dictionary.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<codes.count {
        let code = min(Int(codes[row]), last)
        guard answer(code) == Self.unknown else { continue }
        let text = UnsafeBufferPointer(rebasing: bytes[starts[code]..<starts[code + 1]])
        answers[code].store(test(text) ? 1 : 0, ordering: .relaxed)
      }
    }
  }
}
