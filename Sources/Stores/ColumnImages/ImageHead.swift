/// The beginning of an image: what it contains, and where.
///
/// The file has ten words, the identification, seven words for each block, and the blocks, each
/// padded to whole words and followed by the checksums of its parts. All numbers are in the byte
/// order of the machine.
struct ImageHead {
  /// What an image contains.
  enum Kind: UInt64 {
    case rowNumbers = 1
    case bool
    case int
    case double
    case date
    case uuid
    case string
    case reference
    case fields
  }

  var kind: Kind
  /// Depends on the kind; see `ImageEncoding`.
  var isSpecial: Bool
  var rowCount: Int
  var identification: [UInt8]
  var blocks: [ImageBlock]

  private static let magic: UInt64 = 0x4547_414d_494c_544d
  private static let byteOrder: UInt64 = 0x0102_0304_0506_0708
  /// Increases whenever the format of images changes.
  private static let version: UInt64 = 3
  static let wordCount = 10
  private static let maxBytes = 1 << 16
  private static let maxBlocks = 8

  private var size: Int {
    (Self.wordCount + blocks.count * ImageBlock.wordCount) * 8 + identification.count
  }

  /// The head as bytes; nil if it is too large.
  ///
  /// - Parameter program: Identifies the program that writes it; others do not read it.
  func bytes(_ program: UInt64) -> [UInt8]? {
    guard size <= Self.maxBytes, blocks.count <= Self.maxBlocks else { return nil }
    var writer = WordWriter()
    for word in [
      Self.magic, Self.byteOrder, Self.version, program,
      UInt64(blocks.reduce(size) { $0 + $1.storedCount }), UInt64(size), UInt64(blocks.count),
      kind.rawValue << 1 | (isSpecial ? 1 : 0), UInt64(rowCount),
    ] {
      writer.append(word)
    }
    var rest = WordWriter()
    for block in blocks { for word in block.words { rest.append(word) } }
    let body = identification + rest.bytes
    writer.append(Self.checksum(writer.bytes + body))
    return writer.bytes + body
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { WordChecksum.of($0) }
  }

  /// Reads the head of a file with `fileSize` bytes.
  ///
  /// - Parameter read: Reads bytes of the file from an offset on; nil if there are fewer.
  init(
    fileSize: Int,
    _ program: UInt64,
    _ read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) throws(ImageFault) {
    guard fileSize >= Self.wordCount * 8, let first = read(0, Self.wordCount * 8) else {
      throw .damaged
    }
    let words = first.loadWords()
    guard words[0] == Self.magic else { throw .damaged }
    // Of another machine or version, if not damaged.
    guard words[1] == Self.byteOrder, words[2] == Self.version, words[3] == program else {
      throw .other
    }
    let least = UInt64(Self.wordCount * 8)
    guard words[4] == UInt64(fileSize), words[5] >= least, words[5] <= UInt64(Self.maxBytes),
      words[5] <= words[4], words[5] & 7 == 0, words[6] <= UInt64(Self.maxBlocks)
    else { throw .damaged }
    let blockBytes = Int(words[6]) * ImageBlock.wordCount * 8
    let rest = Int(words[5] - least)
    guard blockBytes <= rest, let body = read(Int(least), rest),
      Self.checksum(first.dropLast(8) + body) == words[9],
      let kind = Kind(rawValue: words[7] >> 1), let rowCount = Int(exactly: words[8])
    else { throw .damaged }
    self.kind = kind
    self.rowCount = rowCount
    isSpecial = words[7] & 1 == 1
    identification = Array(body.dropLast(blockBytes))
    blocks = []
    let numbers = Array(body.suffix(blockBytes)).loadWords()
    var end = Int(words[5])
    for start in stride(from: 0, to: numbers.count, by: ImageBlock.wordCount) {
      guard var block = ImageBlock(numbers[start..<start + ImageBlock.wordCount], fileSize)
      else { throw .damaged }
      block.offset = end
      blocks.append(block)
      end += block.storedCount
      guard end <= fileSize else { throw .damaged }
    }
    guard end == fileSize else { throw .damaged }
  }

  init(kind: Kind, isSpecial: Bool, rowCount: Int, identification: [UInt8], blocks: [ImageBlock]) {
    self.kind = kind
    self.isSpecial = isSpecial
    self.rowCount = rowCount
    self.identification = identification
    self.blocks = blocks
  }
}

/// Why an image is not used.
enum ImageFault: Error {
  /// It belongs to another state of the file, or to another program.
  case other
  /// It is damaged, or not an image.
  case damaged
}

/// A block of an image: some numbers, and where they are.
struct ImageBlock {
  /// What the numbers are.
  enum Role: UInt64 {
    case validity = 1
    case values
    case textLengths
    case textBytes
  }

  let role: Role
  /// The number of bytes of each number; see ``PackedNumbers``.
  let width: Int
  /// What is added to each number.
  let base: Int64
  /// What each number is multiplied by before that.
  let unit: Int64
  let count: Int
  let byteCount: Int
  /// The checksum of the checksums of the parts.
  let checksum: UInt64
  /// Where the block begins in the file.
  var offset = 0

  static let wordCount = 7

  /// The number of rows of a part, which is read at once: its bytes fit in the processor's cache.
  static let rowsPerPart = 1 << 14

  /// - Parameter checksums: The checksums of the parts.
  init(_ part: ImageEncoding.Part, checksums: [UInt64]) {
    role = part.role
    width = part.width
    base = part.base
    unit = part.unit
    count = part.count
    byteCount = part.byteCount
    checksum = Self.checksum(of: checksums)
  }

  /// The checksum of the checksums of parts.
  static func checksum(of checksums: [UInt64]) -> UInt64 {
    checksums.withUnsafeBytes { WordChecksum.of($0) }
  }

  /// The checksums of the parts of a block with these bytes.
  static func checksums(of bytes: UnsafeRawBufferPointer, width: Int) -> [UInt64] {
    guard width > 0 else { return [] }
    let size = rowsPerPart * width
    return stride(from: 0, to: bytes.count, by: size).map { start in
      WordChecksum.of(
        UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)])
      )
    }
  }

  /// Nil if the numbers contradict each other, or exceed the size of the file.
  init?(_ words: ArraySlice<UInt64>, _ fileSize: Int) {
    let words = Array(words)
    guard let role = Role(rawValue: words[0]), [0, 1, 2, 4, 8, 16].contains(words[1]),
      let count = Int(exactly: words[3]), let byteCount = Int(exactly: words[4]),
      byteCount <= fileSize
    else { return nil }
    let (size, overflow) = count.multipliedReportingOverflow(by: Int(words[1]))
    guard !overflow, size == byteCount else { return nil }
    self.role = role
    width = Int(words[1])
    base = Int64(bitPattern: words[2])
    self.count = count
    self.byteCount = byteCount
    checksum = words[5]
    unit = Int64(bitPattern: words[6])
  }

  var words: [UInt64] {
    [
      role.rawValue, UInt64(width), UInt64(bitPattern: base), UInt64(count), UInt64(byteCount),
      checksum, UInt64(bitPattern: unit),
    ]
  }

  /// Whether the numbers are stored as they are.
  var isPlain: Bool { base == 0 && unit == 1 }

  /// The size with padding to whole words.
  var paddedCount: Int { byteCount + (-byteCount & 7) }

  /// The number of parts.
  var partCount: Int {
    width == 0 ? 0 : (byteCount + Self.rowsPerPart * width - 1) / (Self.rowsPerPart * width)
  }

  /// The size with padding and the checksums of the parts.
  var storedCount: Int { paddedCount + partCount * 8 }
}

extension [UInt8] {
  /// The bytes as words; a rest of fewer than eight bytes is left out.
  func loadWords() -> [UInt64] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }
  }
}
