import Columns
import Expressions
import Model
import Storage

/// The rank of each string in an order; equal strings have the same rank.
struct StringRanks {
  /// The ranks by code; 0 for codes that are not used.
  private var ranks: [UInt32]

  /// Ranks the strings of `codes`, except those of nil rows.
  init(
    _ dictionary: StringDictionary,
    order: StringOrder,
    codes: [UInt32],
    validity: [UInt8]?,
    _ cancellation: CancellationFlag
  ) throws {
    ranks = Array(repeating: 0, count: dictionary.count)
    let asked = Self.usedCodes(codes, validity, of: dictionary)
    let keys = try KeyArena(asked, dictionary, order, cancellation)
    var rank: UInt32 = 0
    var previous: Int?
    for index in try keys.sortedIndices(cancellation) {
      if let previous, keys.compare(previous, index) != 0 { rank += 1 }
      ranks[Int(asked[index])] = rank
      previous = index
    }
  }

  func rank(of code: UInt32) -> UInt64 {
    Int(code) < ranks.count ? UInt64(ranks[Int(code)]) : 0
  }

  private static func usedCodes(
    _ codes: [UInt32],
    _ validity: [UInt8]?,
    of dictionary: StringDictionary
  ) -> [UInt32] {
    if validity == nil, codes.count >= 4 * dictionary.count {
      return Array(0..<UInt32(dictionary.count))
    }
    var isAsked = Array(repeating: false, count: dictionary.count)
    for (row, code) in codes.enumerated() where validity.map({ $0[row] != 0 }) ?? true {
      isAsked[Int(code)] = true
    }
    return isAsked.indices.filter { isAsked[$0] }.map { UInt32($0) }
  }
}

/// The sort keys of many strings in one buffer, compared by bytes.
private struct KeyArena {
  private var bytes: [UInt8] = []
  private var starts: [Int] = [0]
  /// The first eight bytes of each key, which decide most comparisons.
  private var prefixes: [UInt64] = []

  init(
    _ codes: [UInt32],
    _ dictionary: StringDictionary,
    _ order: StringOrder,
    _ cancellation: CancellationFlag
  ) throws {
    for code in codes {
      try cancellation.check()
      dictionary.withUTF8(of: code) { text in
        switch order {
        case .standard: StandardOrder.appendKey(of: text, to: &bytes)
        case .lexical: bytes.append(contentsOf: text)
        }
      }
      starts.append(bytes.count)
      prefixes.append(Self.prefix(bytes[starts[starts.count - 2]...]))
    }
  }

  func sortedIndices(_ cancellation: CancellationFlag) throws -> [Int] {
    try Array(prefixes.indices).sorted { left, right in
      try cancellation.check()
      let order = compare(left, right)
      return order == 0 ? left < right : order < 0
    }
  }

  func compare(_ left: Int, _ right: Int) -> Int {
    if prefixes[left] != prefixes[right] { return prefixes[left] < prefixes[right] ? -1 : 1 }
    return bytes.withUnsafeBufferPointer { bytes in
      LexicalOrder.compare(
        UnsafeBufferPointer(rebasing: bytes[starts[left]..<starts[left + 1]]),
        UnsafeBufferPointer(rebasing: bytes[starts[right]..<starts[right + 1]])
      )
    }
  }

  private static func prefix(_ key: ArraySlice<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    var shift: UInt64 = 56
    for byte in key.prefix(8) {
      prefix |= UInt64(byte) << shift
      shift &-= 8
    }
    return prefix
  }
}
