import Columns
public import Storage

/// Open images of columns of all rows of a table, which are read when they are needed.
public struct OpenImages: Sendable {
  /// The numbers of the rows.
  let numbers: RowNumbers
  /// Columns with as many rows as there are numbers.
  let columns: [ImagedColumn]
  /// Removes the image of a column.
  let remove: @Sendable (_ column: Int) -> Void

  /// The number of rows.
  public var rowCount: Int { numbers.count }

  /// A reader of all rows, or of those at `places`, which start at a multiple of 64.
  ///
  /// - Parameter rest: Reads the data file if an image cannot be read.
  public func reader(places: Range<Int>? = nil, rest: @escaping ImageReader.Rest) -> ImageReader {
    ImageReader(self, places ?? 0..<rowCount, rest: rest)
  }
}

/// Reads columns of images a batch at a time.
///
/// An image that is damaged, or becomes unreadable, as by an error of the disk, is removed, and the
/// rest of the rows is read from the data file.
public final class ImageReader: BatchReader {
  /// Reads the rows after the one with a number, or all rows, from the data file.
  public typealias Rest = (_ last: Int64?) throws -> any BatchReader

  private let images: OpenImages
  /// The last part of each column.
  private let buffers: [PartBuffer]
  private let rest: Rest
  private var restReader: RangeReader?
  private var start: Int
  private let end: Int

  fileprivate init(_ images: OpenImages, _ places: Range<Int>, rest: @escaping Rest) {
    self.images = images
    self.rest = rest
    buffers = images.columns.map { _ in PartBuffer() }
    (start, end) = (places.lowerBound, places.upperBound)
  }

  /// The next batch; nil after the last.
  public func next() throws -> Batch? {
    if let restReader { return try restReader.next() }
    guard start < end else { return nil }
    let rows = start..<min(start + Batch.defaultCount, end)
    let found = zip(images.columns, buffers).map { $0.column(of: rows, $1) }
    let parts = found.compactMap(\.self)
    guard parts.count == images.columns.count else {
      for place in found.indices where found[place] == nil { images.remove(place) }
      let last = start == 0 ? nil : images.numbers.number(at: start - 1)
      let reader = RangeReader(try rest(last), 0..<end - start)
      restReader = reader
      return try reader.next()
    }
    start = rows.upperBound
    switch images.numbers {
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
