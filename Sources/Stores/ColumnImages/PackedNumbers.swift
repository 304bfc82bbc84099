/// Integers as differences from the least one, in units that divide all of them, with as few bytes
/// each as the greatest difference needs: 0, 1, 2, 4 or 8.
struct PackedNumbers {
  let base: Int64
  /// The size of a unit.
  let unit: Int64
  let width: Int
  let bytes: [UInt8]

  /// Packs numbers in pieces.
  ///
  /// - Parameter units: The units to try, the greatest first.
  init<Number: FixedWidthInteger>(_ pieces: [[Number]], units: [Unit] = []) {
    let base = pieces.lazy.compactMap { $0.min() }.min().map { Int64($0) } ?? 0
    for unit in units {
      var quotients: [[Int64]] = []
      for numbers in pieces {
        guard let part = unit.quotients(numbers, from: base) else { break }
        quotients.append(part)
      }
      guard quotients.count == pieces.count else { continue }
      let packed = PackedNumbers(quotients)
      (self.base, self.unit, width, bytes) = (base, unit.rawValue, packed.width, packed.bytes)
      return
    }
    (self.base, unit) = (base, 1)
    let greatest = pieces.lazy.compactMap { $0.max() }.max().map { Int64($0) } ?? base
    width = Self.width(of: UInt64(bitPattern: greatest &- base))
    switch width {
    case 0: bytes = []
    case 1: bytes = Self.pack(pieces, base, UInt8.self)
    case 2: bytes = Self.pack(pieces, base, UInt16.self)
    case 4: bytes = Self.pack(pieces, base, UInt32.self)
    default: bytes = Self.pack(pieces, base, UInt64.self)
    }
  }

  /// A unit of numbers of microseconds.
  enum Unit: Int64 {
    case day = 86_400_000_000
    case second = 1_000_000
    case millisecond = 1_000

    /// The differences from `base` in this unit; nil if it does not divide all of them.
    fileprivate func quotients<Number: FixedWidthInteger>(
      _ numbers: [Number],
      from base: Int64
    ) -> [Int64]? {
      // Divisions by constants take a tenth of the time.
      switch self {
      case .day: Self.quotients(numbers, base, 86_400_000_000)
      case .second: Self.quotients(numbers, base, 1_000_000)
      case .millisecond: Self.quotients(numbers, base, 1_000)
      }
    }

    @inline(__always)
    private static func quotients<Number: FixedWidthInteger>(
      _ numbers: [Number],
      _ base: Int64,
      _ unit: UInt64
    ) -> [Int64]? {
      var result: [Int64] = []
      result.reserveCapacity(numbers.count)
      for number in numbers {
        let (quotient, rest) = UInt64(bitPattern: Int64(number) &- base)
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

  private static func pack<
    Number: FixedWidthInteger,
    Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ pieces: [[Number]],
    _ base: Int64,
    _ word: Word.Type
  ) -> [UInt8] {
    let size = MemoryLayout<Word>.size
    let byteCount = pieces.reduce(0) { $0 + $1.count } * size
    return [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, count in
      let words = UnsafeMutableRawBufferPointer(bytes)
      var place = 0
      for numbers in pieces {
        for number in numbers {
          let difference = UInt64(bitPattern: Int64(number) &- base)
          words.storeBytes(
            of: Word(truncatingIfNeeded: difference),
            toByteOffset: place,
            as: Word.self
          )
          place &+= size
        }
      }
      count = byteCount
    }
  }

  /// The greatest of the differences in `bytes`, with `width` bytes each; 0 if there are none.
  static func greatestDifference(_ bytes: UnsafeRawBufferPointer, width: Int) -> UInt64 {
    switch width {
    case 0: 0
    case 1: greatest(bytes, UInt8.self)
    case 2: greatest(bytes, UInt16.self)
    case 4: greatest(bytes, UInt32.self)
    default: greatest(bytes, UInt64.self)
    }
  }

  private static func greatest<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer,
    _ word: Word.Type
  ) -> UInt64 {
    var greatest: Word = 0
    let size = MemoryLayout<Word>.size
    for place in 0..<bytes.count / size {
      let word = bytes.loadUnaligned(fromByteOffset: place &* size, as: Word.self)
      greatest = max(greatest, word)
    }
    return UInt64(greatest)
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
