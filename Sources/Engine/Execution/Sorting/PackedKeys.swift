import Columns
import Storage

/// The sort keys of rows, packed into as few words as possible to save passes.
struct PackedKeys {
  /// One number per row with `bitCount` bits.
  struct Key {
    var words: [UInt64]
    var bitCount: Int
  }

  private var keys: [Key] = []

  /// Adds a key that orders ties of the previous ones: one word per row, 0 for nil.
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

  /// The rows `0..<count` in the order of the keys; ties keep their order.
  func sortedRows(_ count: Int, _ cancellation: CancellationFlag) throws -> [UInt32] {
    // Least significant words first, as each sort is stable.
    try packed.reversed().reduce(Array(0..<UInt32(count))) { rows, key in
      try RadixSort.sorted(rows, by: key.words, bitCount: key.bitCount, cancellation.check)
    }
  }

  /// The number of different smaller keys of each row, from the rows in order.
  func ranks(of rows: [UInt32]) -> [UInt32] {
    var differs = Array(repeating: UInt8(0), count: rows.count)
    for key in keys {
      key.words.withUnsafeBufferPointer { words in
        for place in 1..<max(1, rows.count) {
          differs[place] |= (words[Int(rows[place])] != words[Int(rows[place - 1])]).bit
        }
      }
    }
    var ranks = Array(repeating: UInt32(0), count: rows.count)
    var rank: UInt32 = 0
    for (row, isNew) in zip(rows, differs) {
      rank += UInt32(isNew)
      ranks[Int(row)] = rank
    }
    return ranks
  }

  /// The packed keys, most significant first, without trailing ones that are already in order.
  private var packed: [Key] {
    var left = keys
    while let last = left.last, last.isAscending { left.removeLast() }
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
  /// Whether the words are ascending.
  fileprivate var isAscending: Bool {
    words.withUnsafeBufferPointer { words in
      for row in 1..<max(1, words.count) where words[row] < words[row - 1] { return false }
      return true
    }
  }

  /// Appends the bits of a less significant key.
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
