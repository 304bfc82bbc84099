import Columns
import Platform

/// Makes a column from the blocks of an image. Nothing in them is trusted: what no column contains
/// is damage.
struct ImageDecoding {
  let head: ImageHead
  /// Reads bytes of the file from an offset on; false if there are fewer.
  let read: (_ target: UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool

  /// The numbers of rows, which ascend.
  func rowNumbers() throws(ImageFault) -> RowNumbers {
    guard head.kind == .rowNumbers else { throw .damaged }
    let block = try block(.values)
    guard !head.isSpecial else {
      let last = block.base.addingReportingOverflow(Int64(head.rowCount))
      guard block.count == 1, block.width == 0, !last.overflow else { throw .damaged }
      return .consecutive(block.base..<last.partialValue)
    }
    let numbers = try values(as: Int64.self)
    var isAscending = true
    for place in numbers.indices.dropFirst() where numbers[place - 1] >= numbers[place] {
      isAscending = false
    }
    guard isAscending else { throw .damaged }
    return .listed(numbers)
  }

  /// The column.
  func column() throws(ImageFault) -> Column {
    let validity = try validity()
    switch head.kind {
    case .rowNumbers, .fields: throw .damaged
    case .bool:
      let flags = try elements(width: 1, as: UInt8.self)
      var all: UInt8 = 0
      for flag in flags { all |= flag }
      guard all <= 1 else { throw .damaged }
      return .bool(FixedColumn(values: flags, validity: validity))
    case .int:
      return .int(FixedColumn(values: try values(as: Int64.self), validity: validity))
    case .date:
      return .date(FixedColumn(values: try values(as: Int64.self), validity: validity))
    case .double:
      return .double(
        FixedColumn(
          values: head.isSpecial ? try hundredths() : try elements(width: 8, as: Double.self),
          validity: validity
        )
      )
    case .uuid:
      return .uuid(
        FixedColumn(values: try elements(width: 16, as: UInt128.self), validity: validity)
      )
    case .reference:
      let numbers = try values(as: Int64.self)
      guard validity == nil else { throw .damaged }
      let none = Column.nullReference
      return .reference(
        FixedColumn(values: head.isSpecial ? numbers.map { $0 == 0 ? none : $0 } : numbers)
      )
    case .string: return .string(try texts(validity))
    }
  }

  /// The fields of a table.
  func fields() throws(ImageFault) -> [String] {
    guard head.kind == .fields else { throw .damaged }
    let block = try block(.values)
    guard block.width < 16, block.count <= Self.maxFields else { throw .damaged }
    let (codes, dictionary) = (try unpacked(block, as: UInt32.self), try dictionary())
    guard codes.allSatisfy({ $0 < dictionary.count }) else { throw .damaged }
    return codes.map { dictionary.string(for: $0) }
  }

  private static let maxFields = 1 << 16

  /// The values, which are hundredths, as Doubles.
  private func hundredths() throws(ImageFault) -> [Double] {
    let block = try valueBlock()
    // A second array of all values would take most of the time.
    var part = [Int64](repeating: 0, count: min(max(1, block.count), Self.bufferSize))
    return try filled(block, of: Double.self) { bytes, target in
      part.withUnsafeMutableBufferPointer { part in
        for start in stride(from: 0, to: target.count, by: part.count) {
          let count = min(part.count, target.count - start)
          PackedNumbers.unpack(
            UnsafeRawBufferPointer(rebasing: bytes[(start * block.width)...]),
            width: block.width,
            base: block.base,
            unit: block.unit,
            into: UnsafeMutableBufferPointer(rebasing: part[..<count])
          )
          for place in 0..<count { target[start &+ place] = Double(part[place]) / 100 }
        }
      }
    }
  }

  private func texts(_ validity: Validity?) throws(ImageFault) -> StringColumn {
    let codes = try values(as: UInt32.self)
    let dictionary = try dictionary()
    var last: UInt32 = 0
    for code in codes { last = max(last, code) }
    if dictionary.count > 0 {
      guard last < dictionary.count else { throw .damaged }
    } else {
      guard head.rowCount == 0 || validity?.validCount == 0 else { throw .damaged }
    }
    return StringColumn(
      codes: FixedColumn(values: codes, validity: validity),
      dictionary: dictionary
    )
  }

  private func dictionary() throws(ImageFault) -> StringDictionary {
    let (lengths, texts) = (try block(.textLengths), try block(.textBytes))
    // Empty strings take no bytes.
    guard lengths.width < 16, texts.width == 1, lengths.count < UInt32.max,
      lengths.count <= texts.count + head.rowCount + 1
    else { throw .damaged }
    let bytes = try load(texts, as: UInt8.self)
    var starts: [Int] = [0]
    starts.reserveCapacity(lengths.count + 1)
    var end = 0
    for length in try unpacked(lengths, as: Int.self) {
      guard length >= 0, length <= bytes.count - end else { throw .damaged }
      end += length
      starts.append(end)
    }
    guard end == bytes.count else { throw .damaged }
    let dictionary = StringDictionary(bytes: bytes, starts: starts, isDistinct: head.isSpecial)
    guard dictionary.isWellFormed else { throw .damaged }
    return dictionary
  }

  private func validity() throws(ImageFault) -> Validity? {
    guard head.blocks.contains(where: { $0.role == .validity }) else { return nil }
    let block = try block(.validity)
    var validity = Validity(repeating: true, count: head.rowCount)
    guard block.width == 8, block.base == 0, block.count == validity.words.count else {
      throw .damaged
    }
    let words = try load(block, as: UInt64.self)
    // Unused bits are 0.
    if let last = words.last, let most = validity.words.last, last & ~most != 0 { throw .damaged }
    validity.words = words
    return validity
  }

  // MARK: Blocks

  /// The only block with a role.
  private func block(_ role: ImageBlock.Role) throws(ImageFault) -> ImageBlock {
    let blocks = head.blocks.filter { $0.role == role }
    guard blocks.count == 1 else { throw .damaged }
    return blocks[0]
  }

  /// The packed values, one for each row.
  private func values<Number: FixedWidthInteger & BitwiseCopyable>(
    as number: Number.Type
  ) throws(ImageFault) -> [Number] {
    try unpacked(valueBlock(), as: number)
  }

  /// The block of packed values, one for each row.
  private func valueBlock() throws(ImageFault) -> ImageBlock {
    let block = try block(.values)
    guard block.width < 16, block.count == head.rowCount else { throw .damaged }
    return block
  }

  private func unpacked<Number: FixedWidthInteger & BitwiseCopyable>(
    _ block: ImageBlock,
    as number: Number.Type
  ) throws(ImageFault) -> [Number] {
    try filled(block, of: number) { bytes, numbers in
      PackedNumbers.unpack(
        bytes,
        width: block.width,
        base: block.base,
        unit: block.unit,
        into: numbers
      )
    }
  }

  /// An array of the numbers in a block, which `unpack` makes of parts of its bytes.
  @inline(__always)
  private func filled<Element: BitwiseCopyable>(
    _ block: ImageBlock,
    of element: Element.Type,
    _ unpack: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<Element>) -> Void
  ) throws(ImageFault) -> [Element] {
    var isWhole = true
    let capacity = LargePages.capacity(for: block.count, of: Element.self)
    let elements = [Element](unsafeUninitializedCapacity: capacity) { elements, count in
      LargePages.use(for: UnsafeRawBufferPointer(elements))
      var checksum = WordChecksum()
      var buffer = [UInt8](repeating: 0, count: min(Self.bufferSize, block.byteCount))
      var place = 0
      // At once, the bytes would take memory that is touched for the first time.
      repeat {
        let size = block.width == 0 ? block.count : Self.bufferSize / block.width
        let part = place..<min(place + size, block.count)
        buffer.withUnsafeMutableBytes { buffer in
          let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(part.count * block.width)])
          isWhole = isWhole && read(bytes, block.offset + place * block.width)
          checksum.add(UnsafeRawBufferPointer(bytes))
          unpack(
            UnsafeRawBufferPointer(bytes),
            UnsafeMutableBufferPointer(rebasing: elements[part])
          )
        }
        place = part.upperBound
      } while place < block.count
      isWhole = isWhole && checksum.value == block.checksum
      count = block.count
    }
    guard isWhole else { throw .damaged }
    return elements
  }

  /// Fits in the processor's cache.
  private static let bufferSize = 1 << 16

  /// The values, one for each row, as they are.
  private func elements<Element: BitwiseCopyable>(
    width: Int,
    as element: Element.Type
  ) throws(ImageFault) -> [Element] {
    let block = try block(.values)
    guard block.width == width, block.base == 0, block.unit == 1, block.count == head.rowCount
    else {
      throw .damaged
    }
    return try load(block, as: element)
  }

  /// The bytes of a block as elements, whose size divides their number.
  private func load<Element: BitwiseCopyable>(
    _ block: ImageBlock,
    as element: Element.Type
  ) throws(ImageFault) -> [Element] {
    var isWhole = false
    let size = block.byteCount / MemoryLayout<Element>.size
    let capacity = LargePages.capacity(for: size, of: Element.self)
    let elements = [Element](unsafeUninitializedCapacity: capacity) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<block.byteCount]
      )
      LargePages.use(for: UnsafeRawBufferPointer(bytes))
      isWhole =
        read(bytes, block.offset)
        && WordChecksum.of(UnsafeRawBufferPointer(bytes)) == block.checksum
      count = isWhole ? size : 0
    }
    guard isWhole else { throw .damaged }
    return elements
  }
}
