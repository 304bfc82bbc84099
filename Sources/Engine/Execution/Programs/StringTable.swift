import Columns

/// Results of a function of strings, computed once per distinct string of a dictionary.
final class StringTable<Result> {
  let filler: Result
  /// The dictionary of `results`, retained to keep its identity.
  private var dictionary = StringDictionary()
  private var results: [Result?] = []
  private var isComplete = false

  /// Creates a table with `filler` for nil rows.
  init(filler: Result) {
    self.filler = filler
  }

  /// The result of `body` for each row.
  ///
  /// The first batch computes only its own strings, which is fast for the first rows of many. The
  /// second one computes all, so that dictionaries of results stay the same from then on.
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
      let result = body(dictionary.string(for: code))
      results[Int(code)] = result
      return result
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
