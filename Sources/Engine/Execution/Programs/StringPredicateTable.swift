import Columns

/// A predicate on strings, tested once per distinct string of a dictionary.
final class StringPredicateTable {
  private let test: (UnsafeBufferPointer<UInt8>) -> Bool
  private var dictionary = StringDictionary()
  /// 0 or 1 by code; ``unknown`` for strings that are not tested yet.
  private var answers: [UInt8] = []
  private static let unknown: UInt8 = 2

  init(_ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) {
    self.test = test
  }

  /// The predicate row by row; 0 for nil.
  func mask(_ vector: StringVector) -> [UInt8] {
    if !dictionary.isSame(as: vector.dictionary) { start(vector.dictionary) }
    if answers.isEmpty { return Array(repeating: 0, count: vector.codes.count) }
    var mask = answers(vector.codes)
    if MaskKernels.hasBit(Self.unknown, in: mask) {
      findAnswers(vector.codes)
      mask = answers(vector.codes)
    }
    return vector.codes.validity.map { MaskKernels.and(mask, $0) } ?? mask
  }

  /// Keeps the answers if `next` extends the dictionary.
  private func start(_ next: StringDictionary) {
    if !next.extends(dictionary) { answers = [] }
    dictionary = next
    answers.grow(to: next.count, filler: Self.unknown)
  }

  /// The answers row by row; fillers of nil rows may not be codes.
  private func answers(_ codes: Vector<UInt32>) -> [UInt8] {
    let last = UInt32(clamping: answers.count - 1)
    return answers.withUnsafeBufferPointer { answers in codes.map { answers[Int(min($0, last))] } }
  }

  private func findAnswers(_ codes: Vector<UInt32>) {
    let (starts, last) = (dictionary.starts, answers.count - 1)
    dictionary.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<codes.count {
        let code = min(Int(codes[row]), last)
        guard answers[code] == Self.unknown else { continue }
        let text = UnsafeBufferPointer(rebasing: bytes[starts[code]..<starts[code + 1]])
        answers[code] = test(text) ? 1 : 0
      }
    }
  }
}
