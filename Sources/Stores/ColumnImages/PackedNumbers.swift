/// Integers as differences from a base, in units that divide all of them, with as few bytes each as
/// their range needs: 0, 1, 2, 4 or 8.
///
/// They are added piece by piece, and packed while they are in the processor's cache. If a piece
/// does not fit, the numbers so far are packed again; the base is chosen so that this is rare.
struct PackedNumbers: Sendable {
  /// The units to try, the greatest first. The first one divides all differences from `origin`.
  private var units: [Unit]
  private var origin: Int64 = 0
  /// The least number that fits, in units from `origin`.
  private var start: Int64 = 0
  /// The least and the greatest number, in units from `origin`.
  private var (least, greatest): (Int64, Int64) = (0, 0)
  private var words = PartedBytes(width: 0)

  init(units: [Unit] = []) {
    self.units = units
  }

  /// Packs numbers.
  init(_ numbers: [some FixedWidthInteger & BitwiseCopyable]) {
    self.init()
    numbers.withUnsafeBufferPointer { append($0) }
  }

  /// The size of a unit.
  var unit: Int64 { units.first?.rawValue ?? 1 }
  /// What the differences, multiplied by the unit, are added to.
  var base: Int64 { origin &+ start &* unit }
  /// The number of bytes of each number.
  var width: Int { words.width }
  /// The number of numbers.
  var count: Int { words.count }
  /// The approximate memory in bytes.
  var byteCount: Int { words.byteCount }
  /// The bytes of each part.
  var pieces: [[UInt8]] { words.pieces }

  /// All numbers; they wrap around if they do not fit.
  func unpacked<Number: FixedWidthInteger & BitwiseCopyable>(as number: Number.Type) -> [Number] {
    var numbers: [Number] = []
    numbers.reserveCapacity(count)
    forEachPart(base: base, unit: unit) { numbers.append(contentsOf: $0) }
    return numbers
  }

  /// Calls `body` with the numbers of each part.
  private func forEachPart<Number: FixedWidthInteger & BitwiseCopyable>(
    base: Int64,
    unit: Int64,
    _ body: (UnsafeBufferPointer<Number>) -> Void
  ) {
    words.forEachPart { bytes, count in
      withUnsafeTemporaryAllocation(of: Number.self, capacity: count) { numbers in
        Self.unpack(bytes, width: width, base: base, unit: unit, into: numbers)
        body(UnsafeBufferPointer(numbers))
      }
    }
  }

  /// The same numbers, changed by `change`, in other units.
  func mapped(units: [Unit] = [], _ change: (Int64) -> Int64) -> PackedNumbers {
    var result = PackedNumbers(units: units)
    forEachPart(base: base, unit: unit) { (numbers: UnsafeBufferPointer<Int64>) in
      numbers.map(change).withUnsafeBufferPointer { result.append($0) }
    }
    return result
  }

  // MARK: Adding

  /// Adds numbers.
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: UnsafeBufferPointer<Number>
  ) {
    for start in stride(from: 0, to: numbers.count, by: ImageBlock.rowsPerPart) {
      let end = min(numbers.count, start + ImageBlock.rowsPerPart)
      addPiece(UnsafeBufferPointer(rebasing: numbers[start..<end]))
    }
  }

  private mutating func addPiece<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: UnsafeBufferPointer<Number>
  ) {
    while let unit = units.first {
      if count == 0 { origin = Int64(truncatingIfNeeded: numbers[0]) }
      if let quotients = unit.quotients(numbers, from: origin) {
        return quotients.withUnsafeBufferPointer { addQuotients($0) }
      }
      self = mapped(units: Array(units.dropFirst())) { $0 }
    }
    addQuotients(numbers)
  }

  private mutating func addQuotients<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: UnsafeBufferPointer<Number>
  ) {
    var (low, high) = (numbers[0], numbers[0])
    for number in numbers {
      low = min(low, number)
      high = max(high, number)
    }
    makeRoom(for: Int64(truncatingIfNeeded: low), Int64(truncatingIfNeeded: high))
    write(numbers)
  }

  /// Writes numbers that fit.
  private mutating func write<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: UnsafeBufferPointer<Number>
  ) {
    let start = start
    switch width {
    case 0: words.append(numbers.count) { _, _ in }
    case 1: words.append(numbers.count) { Self.pack(numbers, $0, start, UInt8.self, $1) }
    case 2: words.append(numbers.count) { Self.pack(numbers, $0, start, UInt16.self, $1) }
    case 4: words.append(numbers.count) { Self.pack(numbers, $0, start, UInt32.self, $1) }
    default: words.append(numbers.count) { Self.pack(numbers, $0, start, UInt64.self, $1) }
    }
  }

  /// Packs the numbers so far again if those from `low` to `high` would not fit.
  private mutating func makeRoom(for low: Int64, _ high: Int64) {
    let isFirst = count == 0
    least = isFirst ? low : min(least, low)
    greatest = isFirst ? high : max(greatest, high)
    let difference = UInt64(bitPattern: greatest &- least)
    let needed = Self.width(of: difference)
    if !isFirst, needed == width,
      width == 8 || least >= start && UInt64(bitPattern: greatest &- start) <= Self.capacity(width)
    {
      return
    }
    var wider = PackedNumbers()
    wider.start = Self.start(least, greatest, width: needed)
    wider.words = PartedBytes(width: needed)
    forEachPart(base: start, unit: 1) { (numbers: UnsafeBufferPointer<Int64>) in
      wider.write(numbers)
    }
    (start, words) = (wider.start, wider.words)
  }

  /// The base for numbers in a range: zero if possible, or the range in the middle.
  private static func start(_ least: Int64, _ greatest: Int64, width: Int) -> Int64 {
    if width == 0 { return least }
    let capacity = capacity(width)
    if width == 8 || least >= 0 && greatest <= capacity { return 0 }
    let (start, overflow) = least.subtractingReportingOverflow(
      Int64((capacity - UInt64(bitPattern: greatest &- least)) / 2)
    )
    return overflow ? least : start
  }

  /// The greatest difference of a width.
  private static func capacity(_ width: Int) -> UInt64 {
    width == 8 ? .max : 1 << UInt64(8 * width) - 1
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

  @inline(__always)
  private static func pack<
    Number: FixedWidthInteger & BitwiseCopyable,
    Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ numbers: UnsafeBufferPointer<Number>,
    _ places: Range<Int>,
    _ start: Int64,
    _ word: Word.Type,
    _ bytes: UnsafeMutableRawBufferPointer
  ) {
    // Only the lowest bits of a difference are kept.
    let start = Word(truncatingIfNeeded: start)
    let numbers = UnsafeBufferPointer(rebasing: numbers[places])
    for place in 0..<numbers.count {
      bytes.storeBytes(
        of: Word(truncatingIfNeeded: numbers[place]) &- start,
        toByteOffset: place &* MemoryLayout<Word>.size,
        as: Word.self
      )
    }
  }

  /// A unit of numbers of microseconds.
  enum Unit: Int64 {
    case day = 86_400_000_000
    case second = 1_000_000
    case millisecond = 1_000

    /// The differences from `origin` in this unit; nil if it does not divide all of them.
    fileprivate func quotients<Number: FixedWidthInteger>(
      _ numbers: UnsafeBufferPointer<Number>,
      from origin: Int64
    ) -> [Int64]? {
      // Divisions by constants take a tenth of the time.
      switch self {
      case .day: Self.quotients(numbers, origin, 86_400_000_000)
      case .second: Self.quotients(numbers, origin, 1_000_000)
      case .millisecond: Self.quotients(numbers, origin, 1_000)
      }
    }

    @inline(__always)
    private static func quotients<Number: FixedWidthInteger>(
      _ numbers: UnsafeBufferPointer<Number>,
      _ origin: Int64,
      _ unit: Int64
    ) -> [Int64]? {
      var result: [Int64] = []
      result.reserveCapacity(numbers.count)
      for number in numbers {
        let (difference, overflow) = Int64(truncatingIfNeeded: number)
          .subtractingReportingOverflow(origin)
        let (quotient, rest) = difference.quotientAndRemainder(dividingBy: unit)
        guard !overflow, rest == 0 else { return nil }
        result.append(quotient)
      }
      return result
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
