import Columns

/// Merges two string columns into one dictionary, which extends that of the first.
final class StringMerge {
  private var first = StringDictionary()
  private var second = StringDictionary()
  private var merged = StringDictionary()
  /// The code in `merged` by the code in `second`.
  private var codes: [UInt32] = []
  /// The strings that were added to `merged`, with their codes; they recur in other dictionaries.
  private var added = StringDictionary()
  private var addedCodes: [UInt32] = []
  private var isComplete = false

  /// Larger than any code.
  private static let unknown = UInt32.max

  /// The row of `left` if the mask is 1, otherwise that of `right`.
  func chosen(_ mask: [UInt8], _ left: StringVector, _ right: StringVector) -> StringVector {
    let isOneDictionary = left.dictionary.isSame(as: right.dictionary)
    if !isOneDictionary { prepare(left.dictionary, right.dictionary) }
    let codes = mask.indices.map { row -> UInt32 in
      if mask[row] != 0 { return left.codes[row] }
      guard right.codes.isValid(row) else { return 0 }
      return isOneDictionary ? right.codes[row] : code(of: right.codes[row])
    }
    let validity = ProgramCompiler.chosenValidity(mask, left.codes.validity, right.codes.validity)
    return StringVector(
      codes: Vector(codes, validity: validity),
      dictionary: isOneDictionary ? left.dictionary : merged
    )
  }

  /// The second batch with the same dictionaries adds all strings, so that the merged dictionary
  /// stays the same from then on.
  private func prepare(_ left: StringDictionary, _ right: StringDictionary) {
    if merged.count == 0 || !first.isSame(as: left) {
      (first, merged) = (left, left)
      (added, addedCodes) = (StringDictionary(), [])
      start(right)
    } else if !second.isSame(as: right) {
      start(right)
    } else if !isComplete {
      isComplete = true
      for code in codes.indices { _ = self.code(of: UInt32(code)) }
    }
  }

  private func start(_ right: StringDictionary) {
    second = right
    codes = Array(repeating: Self.unknown, count: right.count)
    isComplete = false
  }

  private func code(of code: UInt32) -> UInt32 {
    if codes[Int(code)] != Self.unknown { return codes[Int(code)] }
    let result = second.withUTF8(of: code) { text -> UInt32 in
      if let known = added.existingCode(for: text) { return addedCodes[Int(known)] }
      let newCode = merged.code(for: text)
      _ = added.code(for: text)
      addedCodes.append(newCode)
      return newCode
    }
    codes[Int(code)] = result
    return result
  }
}
