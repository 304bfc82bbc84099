import CPlatform

/// 64 bytes of a text.
///
/// A mask has one bit for each byte; the lowest is for the first.
struct ByteBlock {
  static let size = 64

  private let bytes: SIMD64<UInt8>

  /// Loads the readable bytes at `pointer`.
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD64<UInt8>.self)
  }

  /// Loads `count` bytes at `pointer`, fewer than a block, and pads them with zeros.
  @inline(never)
  init(_ pointer: UnsafePointer<UInt8>, count: Int) {
    var padded = SIMD64<UInt8>()
    withUnsafeMutableBytes(of: &padded) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(count, Self.size)))
    }
    bytes = padded
  }

  /// The places of any of four bytes.
  @inline(__always)
  func mask(of first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt64 {
    Self.bits(
      (bytes .== SIMD64(repeating: first)) .| (bytes .== SIMD64(repeating: second))
        .| (bytes .== SIMD64(repeating: third)) .| (bytes .== SIMD64(repeating: fourth))
    )
  }

  /// The places of bytes that are NUL or not ASCII.
  @inline(__always)
  var unusual: UInt64 {
    Self.bits(unsafeBitCast(bytes, to: SIMD64<Int8>.self) .<= SIMD64(repeating: 0))
  }

  /// The places of `byte`.
  @inline(__always)
  func marks(of byte: UInt8) -> ByteMarks {
    ByteMarks(bytes .== SIMD64(repeating: byte))
  }

  /// The highest bit of each byte.
  @inline(__always)
  private static func highBits(_ bytes: SIMD64<UInt8>) -> UInt64 {
    let parts = unsafeBitCast(
      bytes,
      to: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>).self
    )
    let first = UInt64(martlet_high_bits(parts.0)) | UInt64(martlet_high_bits(parts.1)) << 16
    let second = UInt64(martlet_high_bits(parts.2)) | UInt64(martlet_high_bits(parts.3)) << 16
    return first | second << 32
  }

  /// One bit for each byte of a mask.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD64<Int8>>) -> UInt64 {
    highBits(unsafeBitCast(mask, to: SIMD64<UInt8>.self))
  }
}

/// Marked bytes of a block.
struct ByteMarks {
  private var mask: SIMDMask<SIMD64<Int8>>

  /// No byte marked.
  init() { mask = SIMDMask(repeating: false) }

  @inline(__always)
  fileprivate init(_ mask: SIMDMask<SIMD64<Int8>>) {
    self.mask = mask
  }

  /// Adds the marks of `other`.
  @inline(__always)
  mutating func formUnion(_ other: ByteMarks) {
    let union = mask .| other.mask
    mask = union
  }

  /// Whether no byte is marked.
  @inline(__always)
  var isEmpty: Bool {
    let words = unsafeBitCast(mask, to: SIMD8<UInt64>.self)
    let halves = words.lowHalf | words.highHalf
    let quarters = halves.lowHalf | halves.highHalf
    return quarters[0] | quarters[1] == 0
  }

  /// Counts the marks of up to 255 blocks in a byte each.
  struct Counter {
    private var counts = SIMD64<UInt8>()

    /// Counts the marks of a block.
    @inline(__always)
    mutating func add(_ marks: ByteMarks) {
      // A marked byte has all bits set, which is -1.
      counts &-= unsafeBitCast(marks.mask, to: SIMD64<UInt8>.self)
    }

    /// The number of marks.
    var total: Int {
      (0..<ByteBlock.size).reduce(0) { $0 + Int(counts[$1]) }
    }
  }
}
