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
  ///
  /// Throws what `body` throws for the string of a row. It is not computed in advance.
  func values<Failure: Error>(
    _ vector: StringVector,
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    if results.isEmpty {
      start(vector.dictionary)
    } else if !dictionary.isSame(as: vector.dictionary) {
      continueOrStart(vector.dictionary)
    } else if !isComplete {
      complete(body)
    }
    var found: [Result] = []
    found.reserveCapacity(vector.codes.count)
    for row in 0..<vector.codes.count {
      guard vector.codes.isValid(row) else {
        found.append(filler)
        continue
      }
      let code = vector.codes[row]
      if let known = results[Int(code)] {
        found.append(known)
      } else {
        let result = try body(dictionary.string(for: code))
        results[Int(code)] = result
        found.append(result)
      }
    }
    return found
  }

  /// Keeps the results if the dictionary has only grown, as those of computed strings do.
  private func continueOrStart(_ next: StringDictionary) {
    guard next.extends(dictionary) else { return start(next) }
    results.grow(to: next.count, filler: nil)
    dictionary = next
    isComplete = false
  }

  private func start(_ dictionary: StringDictionary) {
    self.dictionary = dictionary
    results = Array(repeating: nil, count: dictionary.count)
    isComplete = false
  }

  /// Computes all strings; those that fail stay unknown.
  private func complete<Failure: Error>(_ body: (String) throws(Failure) -> Result) {
    isComplete = true
    for code in results.indices where results[code] == nil {
      results[code] = try? body(dictionary.string(for: UInt32(code)))
    }
  }
}
