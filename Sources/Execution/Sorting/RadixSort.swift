/// Stable sorts of row numbers by 64-bit words.
enum RadixSort {
  /// `rows` in the order of the words of their rows; ties keep their order.
  ///
  /// Least significant digit first, eight bits a pass; digits in which all words agree are passed
  /// over, so that small ranks cost little.
  static func sorted(_ rows: [UInt32], by words: [UInt64]) -> [UInt32] {
    guard rows.count > 1 else { return rows }
    let counts = histograms(rows, words)
    var rows = rows
    var target = rows
    for digit in 0..<8 {
      let count = counts[digit * 256..<digit * 256 + 256]
      if count.contains(rows.count) { continue }
      scatter(rows, words, digit, count, into: &target)
      swap(&rows, &target)
    }
    return rows
  }

  /// `rows` with those whose mark is `first` in front; the order is kept otherwise.
  static func partitioned(_ rows: [UInt32], by marks: [UInt8], first: UInt8) -> [UInt32] {
    rows.filter { marks[Int($0)] == first } + rows.filter { marks[Int($0)] != first }
  }

  private static func histograms(_ rows: [UInt32], _ words: [UInt64]) -> [Int] {
    var counts = Array(repeating: 0, count: 8 * 256)
    for row in rows {
      var word = words[Int(row)]
      for digit in 0..<8 {
        counts[digit * 256 + Int(word & 255)] += 1
        word >>= 8
      }
    }
    return counts
  }

  private static func scatter(
    _ rows: [UInt32],
    _ words: [UInt64],
    _ digit: Int,
    _ counts: ArraySlice<Int>,
    into target: inout [UInt32]
  ) {
    var positions: [Int] = []
    positions.reserveCapacity(256)
    var position = 0
    for count in counts {
      positions.append(position)
      position += count
    }
    let shift = UInt64(8 * digit)
    for row in rows {
      let value = Int(words[Int(row)] >> shift & 255)
      target[positions[value]] = row
      positions[value] += 1
    }
  }
}
