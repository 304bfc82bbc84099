import Columns
import Storage

/// The sort keys of rows, put side by side in as few words as hold them: fewer words take fewer passes.
struct PackedKeys {
  /// A number a row, of which only the last bits are used.
  struct Key {
    var words: [UInt64]
    var bitCount: Int
  }

  private var keys: [Key] = []

  /// Adds a key that decides where those before it tie: a word a row, 0 for nil.
  mutating func add(_ words: [UInt64], _ validity: [UInt8]?, nullsFirst: Bool) {
    if let validity {
      keys.append(Key(words: validity.map { UInt64(nullsFirst ? $0 : $0 ^ 1) }, bitCount: 1))
    }
    guard let least = words.min(), let greatest = words.max(), least < greatest else { return }
    keys.append(
      Key(
        words: words.map { $0 &- least },
        bitCount: UInt64.bitWidth - (greatest - least).leadingZeroBitCount
      )
    )
  }

  /// The rows `0..<count` in the order of the keys; ties keep theirs.
  func sortedRows(_ count: Int, _ cancellation: CancellationFlag) throws -> [UInt32] {
    // The last words first: each sort is stable, so the first ones decide in the end.
    try packed.reversed().reduce(Array(0..<UInt32(count))) { rows, key in
      try RadixSort.sorted(rows, by: key.words, bitCount: key.bitCount, cancellation.check)
    }
  }

  /// The keys, the most significant first, packed; without those at the end by which the rows are in
  /// order already.
  private var packed: [Key] {
    var left = keys
    while let last = left.last, last.isRising { left.removeLast() }
    var packed: [Key] = []
    for key in left {
      guard var last = packed.popLast() else {
        packed.append(key)
        continue
      }
      if last.bitCount + key.bitCount <= UInt64.bitWidth {
        last.append(key)
        packed.append(last)
      } else {
        packed += [last, key]
      }
    }
    return packed
  }
}

extension PackedKeys.Key {
  /// Whether no row has a smaller word than the one before it.
  fileprivate var isRising: Bool {
    words.withUnsafeBufferPointer { words in
      for row in 1..<max(1, words.count) where words[row] < words[row - 1] { return false }
      return true
    }
  }

  /// Puts the bits of a key that decides among ties behind its own.
  fileprivate mutating func append(_ next: PackedKeys.Key) {
    let shift = UInt64(next.bitCount)
    words.withUnsafeMutableBufferPointer { words in
      next.words.withUnsafeBufferPointer { next in
        for row in words.indices { words[row] = words[row] << shift | next[row] }
      }
    }
    bitCount += next.bitCount
  }
}
