/// Integers as differences from the least one, in units that divide all of them, with as few bytes
/// each as the greatest difference needs: 0, 1, 2, 4 or 8.
struct PackedNumbers {
  let base: Int64
  /// The size of a unit.
  let unit: Int64
  let width: Int
  let bytes: [UInt8]

  /// Packs numbers.
  ///
  /// - Parameter units: The units to try, the greatest first.
  init(_ numbers: [Int64], units: [Unit] = []) {
    let base = numbers.min() ?? 0
    for unit in units {
      guard let quotients = unit.quotients(numbers, from: base) else { continue }
      let packed = PackedNumbers(quotients)
      (self.base, self.unit, width, bytes) = (base, unit.rawValue, packed.width, packed.bytes)
      return
    }
    (self.base, unit) = (base, 1)
    width = Self.width(of: UInt64(bitPattern: (numbers.max() ?? base) &- base))
    switch width {
    case 0: bytes = []
    case 1: bytes = Self.pack(numbers, base, UInt8.self)
    case 2: bytes = Self.pack(numbers, base, UInt16.self)
    case 4: bytes = Self.pack(numbers, base, UInt32.self)
    default: bytes = Self.pack(numbers, base, UInt64.self)
    }
  }

  /// A unit of numbers of microseconds.
  enum Unit: Int64 {
    case day = 86_400_000_000
    case second = 1_000_000
    case millisecond = 1_000

    /// The differences from `base` in this unit; nil if it does not divide all of them.
    fileprivate func quotients(_ numbers: [Int64], from base: Int64) -> [Int64]? {
      // Divisions by constants take a tenth of the time.
      switch self {
      case .day: Self.quotients(numbers, base, 86_400_000_000)
      case .second: Self.quotients(numbers, base, 1_000_000)
      case .millisecond: Self.quotients(numbers, base, 1_000)
      }
    }

    @inline(__always)
    private static func quotients(_ numbers: [Int64], _ base: Int64, _ unit: UInt64) -> [Int64]? {
      var result: [Int64] = []
      result.reserveCapacity(numbers.count)
      for number in numbers {
        let (quotient, rest) = UInt64(bitPattern: number &- base)
          .quotientAndRemainder(dividingBy: unit)
        guard rest == 0 else { return nil }
        result.append(Int64(bitPattern: quotient))
      }
      return result
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

  /// Writes the numbers whose differences are `bytes`, in units, with `width` bytes each. They wrap
  /// around if they do not fit.
  static func unpack<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer,
    width: Int,
    base: Int64,
    unit: Int64,
    into numbers: UnsafeMutableBufferPointer<Number>
  ) {
    switch width {
    case 0: numbers.initialize(repeating: Number(truncatingIfNeeded: base))
    case 1: unpack(bytes, UInt8.self, base, unit, numbers)
    case 2: unpack(bytes, UInt16.self, base, unit, numbers)
    case 4: unpack(bytes, UInt32.self, base, unit, numbers)
    default: unpack(bytes, UInt64.self, base, unit, numbers)
    }
  }

  private static func unpack<
    Word: FixedWidthInteger & BitwiseCopyable,
    Number: FixedWidthInteger & BitwiseCopyable
  >(
    _ words: UnsafeRawBufferPointer,
    _ word: Word.Type,
    _ base: Int64,
    _ unit: Int64,
    _ numbers: UnsafeMutableBufferPointer<Number>
  ) {
    precondition(words.count >= numbers.count * MemoryLayout<Word>.size)
    let (base, factor) = (Number(truncatingIfNeeded: base), Number(truncatingIfNeeded: unit))
    guard unit == 1 else {
      for place in 0..<numbers.count {
        let word = words.loadUnaligned(
          fromByteOffset: place &* MemoryLayout<Word>.size,
          as: Word.self
        )
        numbers[place] = base &+ Number(truncatingIfNeeded: word) &* factor
      }
      return
    }
    for place in 0..<numbers.count {
      let word = words.loadUnaligned(
        fromByteOffset: place &* MemoryLayout<Word>.size,
        as: Word.self
      )
      numbers[place] = base &+ Number(truncatingIfNeeded: word)
    }
  }
}
