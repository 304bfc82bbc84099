import Columns
import Platform
public import Storage

/// A column of an image, whose values are read and unpacked when they are needed.
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
  /// The checksums of the parts, as they were when the image was checked: what is read later is the
  /// same.
  private var checksums: [UInt64] = []

  /// The number of rows that are read at once. Their values fit in the processor's cache.
  private static let partCount = Batch.defaultCount

  /// The number of rows.
  var count: Int { head.rowCount }

  /// Nil unless all values can be read, have the checksum of the block, and are values that the
  /// column can have.
  init?(
    _ image: ImageDecoding,
    _ block: ImageBlock,
    _ validity: Validity?,
    _ dictionary: StringDictionary?
  ) {
    (head, read) = (image.head, image.read)
    (self.block, self.validity, self.dictionary) = (block, validity, dictionary)
    var (checksum, checksums) = (WordChecksum(), [UInt64]())
    var greatest: UInt64 = 0
    let isRead = forEachPart(of: 0..<count) { bytes, _ in
      checksum.add(bytes)
      checksums.append(WordChecksum.of(bytes))
      if head.kind == .bool || dictionary != nil {
        greatest = max(greatest, PackedNumbers.greatestDifference(bytes, width: block.width))
      }
      return true
    }
    guard isRead, checksum.value == block.checksum, isPossible(greatest) else { return nil }
    self.checksums = checksums
  }

  /// Whether the column can have a value with this difference from the least one.
  private func isPossible(_ difference: UInt64) -> Bool {
    if head.kind == .bool { return difference <= 1 }
    // Without strings all rows are nil.
    guard let count = dictionary?.count, count > 0 else { return true }
    return block.base >= 0 && difference < UInt64(count)
      && block.base < Int64(count) - Int64(difference)
  }

  /// The values of some rows; the first of them begins a part. Nil if the image was changed, or
  /// cannot be read any more.
  func column(of rows: Range<Int>) -> Column? {
    let validity = validity?.rows(rows)
    switch head.kind {
    case .rowNumbers, .fields: return nil
    case .bool:
      return numbers(of: rows, as: UInt8.self)
        .map { .bool(FixedColumn(values: $0, validity: validity)) }
    case .int:
      return numbers(of: rows, as: Int64.self)
        .map { .int(FixedColumn(values: $0, validity: validity)) }
    case .date:
      return numbers(of: rows, as: Int64.self)
        .map { .date(FixedColumn(values: $0, validity: validity)) }
    case .double:
      return (head.isSpecial ? hundredths(of: rows) : plain(rows, as: Double.self))
        .map { .double(FixedColumn(values: $0, validity: validity)) }
    case .uuid:
      return plain(rows, as: UInt128.self)
        .map { .uuid(FixedColumn(values: $0, validity: validity)) }
    case .reference:
      let none = Column.nullReference
      return numbers(of: rows, as: Int64.self).map { numbers in
        let places = head.isSpecial ? numbers.map { $0 == 0 ? none : $0 } : numbers
        return .reference(FixedColumn(values: places))
      }
    case .string:
      guard let dictionary else { return nil }
      return numbers(of: rows, as: UInt32.self)
        .map { FixedColumn(values: $0, validity: validity) }
        .map { .string(StringColumn(codes: $0, dictionary: dictionary)) }
    }
  }

  private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    of rows: Range<Int>,
    as number: Number.Type
  ) -> [Number]? {
    filled(rows, of: number) { unpack($0, into: $1) }
  }

  private func hundredths(of rows: Range<Int>) -> [Double]? {
    filled(rows, of: Double.self) { bytes, target in
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
    as element: Element.Type
  ) -> [Element]? {
    filled(rows, of: element) { bytes, target in
      UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
    }
  }

  /// An array of values, which `unpack` makes of parts of their bytes; nil if they cannot be read.
  @inline(__always)
  private func filled<Element: BitwiseCopyable>(
    _ rows: Range<Int>,
    of element: Element.Type,
    _ unpack: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<Element>) -> Void
  ) -> [Element]? {
    var isRead = false
    let capacity = LargePages.capacity(for: rows.count, of: Element.self)
    let elements = [Element](unsafeUninitializedCapacity: capacity) { elements, count in
      LargePages.use(for: UnsafeRawBufferPointer(elements))
      isRead = forEachPart(of: rows) { bytes, part in
        guard
          WordChecksum.of(bytes) == checksums[(rows.lowerBound + part.lowerBound) / Self.partCount]
        else { return false }
        unpack(bytes, UnsafeMutableBufferPointer(rebasing: elements[part]))
        return true
      }
      count = isRead ? rows.count : 0
    }
    return isRead ? elements : nil
  }

  /// Calls `body` with the bytes of parts of rows, and with their places from the first row on.
  /// Returns false as soon as they cannot be read, or `body` does.
  private func forEachPart(
    of rows: Range<Int>,
    _ body: (UnsafeRawBufferPointer, Range<Int>) -> Bool
  ) -> Bool {
    let most = min(rows.count, Self.partCount)
    return withUnsafeTemporaryAllocation(byteCount: most * block.width, alignment: 16) { buffer in
      for start in stride(from: 0, to: rows.count, by: Self.partCount) {
        let part = start..<min(start + Self.partCount, rows.count)
        let bytes = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<(part.count * block.width)]
        )
        guard read(bytes, block.offset + (rows.lowerBound + start) * block.width),
          body(UnsafeRawBufferPointer(bytes), part)
        else { return false }
      }
      return true
    }
  }
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

/// Reads columns of images a batch at a time.
///
/// An image that was checked can still become unreadable, as by an error of the disk. It is removed
/// then, and the rest of the rows is read from the data file.
public final class ImageReader: BatchReader {
  /// Reads the rows after the one with a number, or all rows, from the data file.
  public typealias Rest = (_ last: Int64?) throws -> any BatchReader

  /// The numbers of the rows.
  let numbers: RowNumbers
  private let columns: [ImagedColumn]
  /// Removes the image of a column.
  private let remove: (_ column: Int) -> Void
  private let rest: Rest
  private var restReader: (any BatchReader)?
  private var start = 0

  /// - Parameter columns: Columns with as many rows as there are numbers.
  init(
    _ numbers: RowNumbers,
    _ columns: [ImagedColumn],
    remove: @escaping (_ column: Int) -> Void,
    rest: @escaping Rest
  ) {
    (self.numbers, self.columns) = (numbers, columns)
    (self.remove, self.rest) = (remove, rest)
  }

  /// The next batch; nil after the last.
  public func next() throws -> Batch? {
    if let restReader { return try restReader.next() }
    guard start < numbers.count else { return nil }
    let rows = start..<min(start + Batch.defaultCount, numbers.count)
    let found = columns.map { $0.column(of: rows) }
    let parts = found.compactMap(\.self)
    guard parts.count == columns.count else {
      for place in found.indices where found[place] == nil { remove(place) }
      let reader = try rest(start == 0 ? nil : numbers.number(at: start - 1))
      restReader = reader
      return try reader.next()
    }
    start = rows.upperBound
    switch numbers {
    case .consecutive(let all):
      return Batch(
        start: 0,
        count: rows.count,
        references: nil,
        firstReference: all.lowerBound + Int64(rows.lowerBound),
        columns: parts
      )
    case .listed(let all):
      return Batch(start: 0, count: rows.count, references: Array(all[rows]), columns: parts)
    }
  }
}
