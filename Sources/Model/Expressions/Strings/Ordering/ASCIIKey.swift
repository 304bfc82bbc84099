/// Sort keys of ASCII strings, written without extra allocations.
///
/// The scratch memory is large enough: n bytes give at most 2n bytes of primary weights (n + 1 for
/// up to 40 digits, n + 6 for more) and n of ties.
enum ASCIIKey {
  /// Appends the key of `utf8`; returns false if it has a byte that is neither printable ASCII nor
  /// white space.
  static func append(of utf8: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) -> Bool {
    guard UTF8Text.isASCII(utf8) else { return false }
    let room = 2 * utf8.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * room + 2) { scratch in
      var key = Output(bytes: scratch, count: 0)
      var ties = Output(bytes: .init(rebasing: scratch[(room + 2)...]), count: 0)
      guard write(utf8, to: &key, &ties) else { return false }
      ties.dropTrailing(TieWeight.lower)
      if ties.count > 0 {
        key.append(0)
        key.append(0)
      }
      keys.append(contentsOf: key.written)
      keys.append(contentsOf: ties.written)
      return true
    }
  }

  private static func write(
    _ utf8: UnsafeBufferPointer<UInt8>,
    to key: inout Output,
    _ ties: inout Output
  ) -> Bool {
    PrimaryWeight.ascii.withUnsafeBufferPointer { weights in
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        let weight = weights[Int(byte)]
        if weight >= PrimaryWeight.firstLetter {
          key.append(weight)
          ties.append(byte & 0x20 == 0 ? TieWeight.upper : TieWeight.lower)
          index += 1
        } else if weight > 0 {
          key.append(weight)
          index += 1
        } else {
          guard DigitRun.isDigit(byte) else { return false }
          let run = DigitRun(in: utf8, from: index)
          run.writePrimary { key.append($0) }
          run.writeTie { ties.append($0) }
          index = run.end
        }
      }
      return true
    }
  }

  /// Output in scratch memory.
  private struct Output {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    var count: Int

    var written: UnsafeBufferPointer<UInt8> { .init(rebasing: bytes[..<count]) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      bytes[count] = byte
      count += 1
    }

    mutating func dropTrailing(_ byte: UInt8) {
      while count > 0, bytes[count - 1] == byte { count -= 1 }
    }
  }
}
