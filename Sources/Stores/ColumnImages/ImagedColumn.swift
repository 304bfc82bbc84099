import Columns
import Platform
import Storage

/// A column of an image, whose values are read, checked and unpacked when they are needed.
///
/// All values at once would fill memory that is used for the first time, which takes longer than
/// to read and unpack them.
struct ImagedColumn: Sendable {
  private let head: ImageHead
  /// The values, one for each row.
  private let block: ImageBlock
  private let validity: Validity?
  /// The strings of a string column.
  private let dictionary: StringDictionary?
  private let read: @Sendable (_ target: UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool
  /// The checksums of the parts of the block.
  private let checksums: [UInt64]

  /// The number of rows.
  var count: Int { head.rowCount }

  /// Nil if the column cannot have such values.
  init?(
    _ image: ImageDecoding,
    _ block: ImageBlock,
    _ checksums: [UInt64],
    _ validity: Validity?,
    _ dictionary: StringDictionary?
  ) {
    (head, read) = (image.head, image.read)
    (self.block, self.validity, self.dictionary) = (block, validity, dictionary)
    self.checksums = checksums
    guard isPossible(0) else { return nil }
  }

  /// Whether the column can have a value with this difference from the least one.
  private func isPossible(_ difference: UInt64) -> Bool {
    if head.kind == .bool { return difference <= 1 }
    // Without strings all rows are nil.
    guard let count = dictionary?.count, count > 0 else { return true }
    return block.base >= 0 && difference < UInt64(count)
      && block.base < Int64(count) - Int64(difference)
  }

  /// The values of some rows, from a multiple of 64 on. Nil if the image is damaged, or cannot be
  /// read any more.
  ///
  /// - Parameter last: The part that was read last.
  func column(of rows: Range<Int>, _ last: PartBuffer = PartBuffer()) -> Column? {
    let validity = validity?.rows(rows)
    switch head.kind {
    case .rowNumbers, .fields: return nil
    case .bool:
      return numbers(of: rows, last, as: UInt8.self)
        .map { .bool(FixedColumn(values: $0, validity: validity)) }
    case .int:
      return numbers(of: rows, last, as: Int64.self)
        .map { .int(FixedColumn(values: $0, validity: validity)) }
    case .date:
      return numbers(of: rows, last, as: Int64.self)
        .map { .date(FixedColumn(values: $0, validity: validity)) }
    case .double:
      return (head.isSpecial ? hundredths(of: rows, last) : plain(rows, last, as: Double.self))
        .map { .double(FixedColumn(values: $0, validity: validity)) }
    case .uuid:
      return plain(rows, last, as: UInt128.self)
        .map { .uuid(FixedColumn(values: $0, validity: validity)) }
    case .reference:
      let none = Column.nullReference
      return numbers(of: rows, last, as: Int64.self).map { numbers in
        let places = head.isSpecial ? numbers.map { $0 == 0 ? none : $0 } : numbers
        return .reference(FixedColumn(values: places))
      }
    case .string:
      guard let dictionary else { return nil }
      return numbers(of: rows, last, as: UInt32.self)
        .map { FixedColumn(values: $0, validity: validity) }
        .map { .string(StringColumn(codes: $0, dictionary: dictionary)) }
    }
  }

  private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    of rows: Range<Int>,
    _ last: PartBuffer,
    as number: Number.Type
  ) -> [Number]? {
    filled(rows, last, of: number) { unpack($0, into: $1) }
  }

  private func hundredths(of rows: Range<Int>, _ last: PartBuffer) -> [Double]? {
    filled(rows, last, of: Double.self) { bytes, target in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: target.count) { numbers in
        // Numbers with more digits are not stored as hundredths.
        unpack(bytes, into: numbers)
        for place in 0..<target.count { target[place] = Double(numbers[place]) / 100 }
      }
    }
  }

  private func unpack<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer,
    into numbers: UnsafeMutableBufferPointer<Number>
  ) {
    PackedNumbers.unpack(
      bytes,
      width: block.width,
      base: block.base,
      unit: block.unit,
      into: numbers
    )
  }

  /// Values that are not packed.
  private func plain<Element: BitwiseCopyable>(
    _ rows: Range<Int>,
    _ last: PartBuffer,
    as element: Element.Type
  ) -> [Element]? {
    filled(rows, last, of: element) { bytes, target in
      UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
    }
  }

  /// An array of values, which `unpack` makes of parts of their bytes; nil if they cannot be read.
  @inline(__always)
  private func filled<Element: BitwiseCopyable>(
    _ rows: Range<Int>,
    _ last: PartBuffer,
    of element: Element.Type,
    _ unpack: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<Element>) -> Void
  ) -> [Element]? {
    var isRead = true
    let capacity = LargePages.capacity(for: rows.count, of: Element.self)
    let elements = [Element](unsafeUninitializedCapacity: capacity) { elements, count in
      LargePages.use(for: UnsafeRawBufferPointer(elements))
      var next = rows.lowerBound
      while next < rows.upperBound, isRead {
        let part = next / ImageBlock.rowsPerPart
        let start = part * ImageBlock.rowsPerPart
        let end = min(start + ImageBlock.rowsPerPart, rows.upperBound)
        isRead = readPart(part, into: last)
        guard isRead else { break }
        last.bytes.withUnsafeBytes { bytes in
          unpack(
            UnsafeRawBufferPointer(
              rebasing: bytes[(next - start) * block.width..<(end - start) * block.width]
            ),
            UnsafeMutableBufferPointer(
              rebasing: elements[next - rows.lowerBound..<end - rows.lowerBound]
            )
          )
        }
        next = end
      }
      count = isRead ? rows.count : 0
    }
    return isRead ? elements : nil
  }

  /// Reads a part, unless it was the last one. Returns false if it cannot be read, does not have
  /// its checksum, or has values that the column cannot have.
  private func readPart(_ part: Int, into last: PartBuffer) -> Bool {
    if last.part == part { return true }
    last.part = nil
    let start = part * ImageBlock.rowsPerPart
    let size = min(ImageBlock.rowsPerPart, count - start) * block.width
    if last.bytes.count < size { last.bytes = Array(repeating: 0, count: size) }
    let isRight = last.bytes.withUnsafeMutableBytes { bytes in
      let target = UnsafeMutableRawBufferPointer(rebasing: bytes[..<size])
      let read = UnsafeRawBufferPointer(target)
      guard
        size == 0
          || self.read(target, block.offset + start * block.width)
            && WordChecksum.of(read) == checksums[part]
      else { return false }
      return head.kind != .bool && dictionary == nil
        || isPossible(PackedNumbers.greatestDifference(read, width: block.width))
    }
    if isRight { last.part = part }
    return isRight
  }
}

/// The bytes of the part of a column that was read last.
final class PartBuffer {
  fileprivate var part: Int?
  fileprivate var bytes: [UInt8] = []
}

extension Validity {
  /// The validity of some rows. The first is a multiple of 64; the last is one before such a
  /// multiple, or the last of all.
  fileprivate func rows(_ rows: Range<Int>) -> Validity {
    if rows.count == count { return self }
    var part = Validity(repeating: true, count: rows.count)
    part.words = Array(words[(rows.lowerBound / 64)...].prefix(part.words.count))
    return part
  }
}
