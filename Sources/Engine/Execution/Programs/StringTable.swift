import Columns

/// Results of a function of texts, computed once per distinct text of a dictionary.
final class StringTable<Result> {
  private let filler: Result
  /// The dictionary that `results` is about; held, so that its identity cannot be taken over.
  private var dictionary = StringDictionary()
  private var results: [Result?] = []
  private var isComplete = false

  /// A table that puts `filler` where rows are nil.
  init(filler: Result) {
    self.filler = filler
  }

  /// The result of `body` for each row's text.
  ///
  /// The first batch asks for its own texts only, as when the first rows of many are shown. A second
  /// one asks for all at once: from then on nothing that is built on the results changes.
  func values(_ vector: StringVector, _ body: (String) -> Result) -> [Result] {
    if results.isEmpty || !dictionary.isSame(as: vector.dictionary) {
      start(vector.dictionary)
    } else if !isComplete {
      complete(body)
    }
    return (0..<vector.codes.count).map { row in
      guard vector.codes.isValid(row) else { return filler }
      let code = vector.codes[row]
      if let known = results[Int(code)] { return known }
      let made = body(dictionary.string(for: code))
      results[Int(code)] = made
      return made
    }
  }

  private func start(_ dictionary: StringDictionary) {
    self.dictionary = dictionary
    results = Array(repeating: nil, count: dictionary.count)
    isComplete = false
  }

  private func complete(_ body: (String) -> Result) {
    isComplete = true
    for code in results.indices where results[code] == nil {
      results[code] = body(dictionary.string(for: UInt32(code)))
    }
  }
}
