import Columns

/// A predicate on strings that is tested once per distinct text of a dictionary.
final class StringPredicateTable {
  private let test: (UnsafeBufferPointer<UInt8>) -> Bool
  /// The dictionary that `answers` is about; held, so that its identity cannot be taken over.
  private var dictionary = StringDictionary()
  /// 0 or 1 by code, ``unknown`` for what was not tested yet.
  private var answers: [UInt8] = []
  private var unknownCount = 0

  private static let unknown: UInt8 = 2

  init(_ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) {
    self.test = test
  }

  /// The predicate row by row; 0 where nil.
  func mask(_ vector: StringVector) -> [UInt8] {
    take(vector.dictionary)
    if unknownCount > 0 { testNewTexts(vector.codes) }
    guard let last = answers.indices.last.map(UInt32.init(clamping:)) else {
      return Array(repeating: 0, count: vector.codes.count)
    }
    let mask = answers.withUnsafeBufferPointer { answers in
      // Fillers of nil rows need not be codes.
      vector.codes.map { answers[Int(min($0, last))] & 1 }
    }
    return vector.codes.validity.map { MaskKernels.and(mask, $0) } ?? mask
  }

  /// Keeps the answers about texts that `next` has under the same codes.
  private func take(_ next: StringDictionary) {
    if dictionary.isSame(as: next) { return }
    if !next.extends(dictionary) { (answers, unknownCount) = ([], 0) }
    let newCount = next.count - answers.count
    answers.append(contentsOf: repeatElement(Self.unknown, count: newCount))
    unknownCount += newCount
    dictionary = next
  }

  private func testNewTexts(_ codes: Vector<UInt32>) {
    for row in 0..<codes.count where codes.isValid(row) {
      let code = codes[row]
      guard answers[Int(code)] == Self.unknown else { continue }
      answers[Int(code)] = dictionary.withUTF8(of: code, test) ? 1 : 0
      unknownCount -= 1
    }
  }
}
