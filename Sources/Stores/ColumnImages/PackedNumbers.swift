/// Integers as differences from the least one, with as few bytes each as the greatest difference
/// needs: 0, 1, 2, 4 or 8.
struct PackedNumbers {
  let base: Int64
  let width: Int
  let bytes: [UInt8]

  /// Packs numbers.
  init(_ numbers: [Int64]) {
    var (least, greatest) = (numbers.first ?? 0, numbers.first ?? 0)
    for number in numbers {
      least = min(least, number)
      greatest = max(greatest, number)
    }
    base = least
    width = Self.width(of: UInt64(bitPattern: greatest &- least))
    switch width {
    case 0: bytes = []
    case 1: bytes = Self.pack(numbers, least, UInt8.self)
    case 2: bytes = Self.pack(numbers, least, UInt16.self)
    case 4: bytes = Self.pack(numbers, least, UInt32.self)
    default: bytes = Self.pack(numbers, least, UInt64.self)
    }
  }

  private static func width(of difference: UInt64) -> Int {
    switch difference {
    case 0: 0
    case ...0xff: 1
    case ...0xffff: 2
    case ...0xffff_ffff: 4
    default: 8
    }
  }

  private static func pack<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ numbers: [Int64],
    _ base: Int64,
    _ word: Word.Type
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: numbers.count * MemoryLayout<Word>.size) { bytes, count in
      let words = UnsafeMutableRawBufferPointer(bytes)
      for (place, number) in numbers.enumerated() {
        let difference = UInt64(bitPattern: number &- base)
        words.storeBytes(
          of: Word(truncatingIfNeeded: difference),
          toByteOffset: place * MemoryLayout<Word>.size,
          as: Word.self
        )
      }
      count = numbers.count * MemoryLayout<Word>.size
    }
  }

  /// Writes the numbers whose differences are `bytes`, with `width` bytes each. They wrap around if
  /// they do not fit.
  static func unpack<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer,
    width: Int,
    base: Int64,
    into numbers: UnsafeMutableBufferPointer<Number>
  ) {
    switch width {
    case 0: numbers.initialize(repeating: Number(truncatingIfNeeded: base))
    case 1: unpack(bytes, UInt8.self, base, numbers)
    case 2: unpack(bytes, UInt16.self, base, numbers)
    case 4: unpack(bytes, UInt32.self, base, numbers)
    default: unpack(bytes, UInt64.self, base, numbers)
    }
  }

  private static func unpack<
    Word: FixedWidthInteger & BitwiseCopyable,
    Number: FixedWidthInteger & BitwiseCopyable
  >(
    _ words: UnsafeRawBufferPointer,
    _ word: Word.Type,
    _ base: Int64,
    _ numbers: UnsafeMutableBufferPointer<Number>
  ) {
    precondition(words.count >= numbers.count * MemoryLayout<Word>.size)
    let base = Number(truncatingIfNeeded: base)
    for place in 0..<numbers.count {
      let word = words.loadUnaligned(
        fromByteOffset: place &* MemoryLayout<Word>.size,
        as: Word.self
      )
      numbers[place] = base &+ Number(truncatingIfNeeded: word)
    }
  }
}
