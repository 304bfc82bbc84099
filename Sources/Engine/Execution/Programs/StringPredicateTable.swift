import Columns
import Model

/// A predicate on strings that is tested once per distinct text of a dictionary.
final class StringPredicateTable {
  private let predicate: TypedExpression
  private let test: (UnsafeBufferPointer<UInt8>) -> Bool
  private let shared: TextAnswers
  private var answers = AnswersByCode(StringDictionary())

  /// - Parameter shared: What other threads find out about `predicate`, which `test` tests.
  init(
    _ predicate: TypedExpression,
    sharing shared: TextAnswers,
    _ test: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    self.predicate = predicate
    self.test = test
    self.shared = shared
  }

  /// The predicate row by row; 0 where nil.
  func mask(_ vector: StringVector) -> [UInt8] {
    take(vector.dictionary)
    var mask = answers.mask(vector.codes)
    if MaskKernels.hasBit(AnswersByCode.unknown, in: mask) {
      answers.test(vector.codes, test)
      mask = answers.mask(vector.codes)
    }
    return vector.codes.validity.map { MaskKernels.and(mask, $0) } ?? mask
  }

  /// Keeps the answers about texts that `next` has under the same codes.
  private func take(_ next: StringDictionary) {
    if answers.dictionary.isSame(as: next) { return }
    let known = next.extends(answers.dictionary) ? answers : nil
    if known?.dictionary.count ?? 0 == 0, let shared = shared.answers(of: predicate, about: next) {
      answers = shared
    } else {
      answers = AnswersByCode(next, known: known)
    }
  }
}
