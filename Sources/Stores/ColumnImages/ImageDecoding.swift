import Columns
import Platform

/// Makes a column from the blocks of an image. Nothing in them is trusted: what no column contains
/// is damage.
struct ImageDecoding {
  let head: ImageHead
  /// Reads bytes of the file from an offset on; false if there are fewer.
  let read: @Sendable (_ target: UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool

  /// The numbers of rows, which ascend.
  func rowNumbers() throws(ImageFault) -> RowNumbers {
    guard head.kind == .rowNumbers else { throw .damaged }
    let block = try block(.values)
    guard !head.isSpecial else {
      let last = block.base.addingReportingOverflow(Int64(head.rowCount))
      guard block.count == 1, block.width == 0, !last.overflow else { throw .damaged }
      return .consecutive(block.base..<last.partialValue)
    }
    guard block.count == head.rowCount else { throw .damaged }
    let numbers = try unpacked(block, as: Int64.self)
    var isAscending = true
    for place in numbers.indices.dropFirst() where numbers[place - 1] >= numbers[place] {
      isAscending = false
    }
    guard isAscending else { throw .damaged }
    return .listed(numbers)
  }

  /// The column, whose values are read and checked when they are needed.
  func column() throws(ImageFault) -> ImagedColumn {
    let validity = try validity()
    let block = try valueBlock()
    var dictionary: StringDictionary?
    switch head.kind {
    case .rowNumbers, .fields: throw .damaged
    case .int, .date: break
    case .bool where block.width == 1 && block.isPlain: break
    case .double where head.isSpecial || (block.width == 8 && block.isPlain): break
    case .uuid where block.width == 16 && block.isPlain: break
    case .reference where validity == nil: break
    case .string where block.unit == 1:
      dictionary = try self.dictionary()
      guard dictionary?.count != 0 || validity?.validCount == 0 || head.rowCount == 0 else {
        throw .damaged
      }
    case .bool, .double, .uuid, .reference, .string: throw .damaged
    }
    guard block.width < 16 || head.kind == .uuid else { throw .damaged }
    let checksums = try checksums(of: block)
    guard let column = ImagedColumn(self, block, checksums, validity, dictionary) else {
      throw .damaged
    }
    return column
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

  /// The block of values, one for each row.
  private func valueBlock() throws(ImageFault) -> ImageBlock {
    let block = try block(.values)
    guard block.count == head.rowCount else { throw .damaged }
    return block
  }

  /// The packed numbers of a block.
  private func unpacked<Number: FixedWidthInteger & BitwiseCopyable>(
    _ block: ImageBlock,
    as number: Number.Type
  ) throws(ImageFault) -> [Number] {
    guard block.width < 16 else { throw .damaged }
    let bytes = try load(block, as: UInt8.self)
    return [Number](unsafeUninitializedCapacity: block.count) { numbers, count in
      bytes.withUnsafeBytes { bytes in
        PackedNumbers.unpack(
          bytes,
          width: block.width,
          base: block.base,
          unit: block.unit,
          into: UnsafeMutableBufferPointer(rebasing: numbers[..<block.count])
        )
      }
      count = block.count
    }
  }

  private func isRight(_ bytes: UnsafeRawBufferPointer, _ block: ImageBlock) -> Bool {
    let checksums = ImageBlock.checksums(of: bytes, width: block.width)
    return ImageBlock.checksum(of: checksums) == block.checksum
  }

  /// The checksums of the parts of a block.
  private func checksums(of block: ImageBlock) throws(ImageFault) -> [UInt64] {
    var checksums = [UInt64](repeating: 0, count: block.partCount)
    let isRead = checksums.withUnsafeMutableBytes { read($0, block.offset + block.paddedCount) }
    guard isRead, ImageBlock.checksum(of: checksums) == block.checksum else { throw .damaged }
    return checksums
  }

  /// The bytes of a block as elements, whose size divides their number.
  private func load<Element: BitwiseCopyable>(
    _ block: ImageBlock,
    as element: Element.Type
  ) throws(ImageFault) -> [Element] {
    var isWhole = false
    let size = block.byteCount / MemoryLayout<Element>.size
    let elements = [Element](unsafeUninitializedCapacity: size) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<block.byteCount]
      )
      isWhole = read(bytes, block.offset) && isRight(UnsafeRawBufferPointer(bytes), block)
      count = isWhole ? size : 0
    }
    guard isWhole else { throw .damaged }
    return elements
  }
}
