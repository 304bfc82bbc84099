import ColumnImages
import Columns
import Formats
import Model
import Platform
import Storage

/// The column images of a data file, which a later process reads in place of the file.
///
/// Files that were written just now, or are on a network, have none.
struct DataFileImages: Sendable {
  private let cache: ColumnImageCache
  private let state: ImagedState
  /// Names the records together with how they are read.
  private let table: String
  /// The path as it was given, which may contain links.
  private let path: String
  private let start = ContinuousClock.now

  private static let blockSize = 4096

  /// Nil if the file has no images: also if it is read in an unusual way.
  init?(_ order: ImportOrder) {
    guard let cache = order.images, order.paths.count == 1, order.paths[0] != "-",
      // Of the options, only the header is part of the name of the images.
      order.options == ReadingOptions(hasHeader: order.options.hasHeader),
      order.mappings == nil, order.keys.isEmpty, order.updating == nil,
      let format = order.format ?? FileFormat(path: order.paths[0]),
      let state = Self.state(of: order.paths[0], cache)
    else { return nil }
    self.cache = cache
    self.state = state
    path = order.paths[0]
    table = "\(format.rawValue), header \(order.options.hasHeader)"
  }

  /// The state of a file; nil if it is in doubt.
  private static func state(of path: String, _ cache: ColumnImageCache) -> ImagedState? {
    guard let real = FileSystem.realPath(path), FileSystem.isLocal(real),
      // To open a pipe here would let its writer write, and what it writes would be lost.
      (try? FileStamp(real))?.isRegular == true,
      let file = try? FileDescriptor.open(real, .readOnly, options: .nonBlocking)
    else { return nil }
    defer { try? file.close() }
    guard let stamp = try? FileStamp(file), stamp.isRegular,
      // Each row takes at least one byte.
      stamp.size >= cache.settings.minimumRows, stamp.size > 0,
      stamp.isSettled(after: cache.settings.granularity)
    else { return nil }
    let size = min(blockSize, stamp.size)
    let checksums = [0, stamp.size - size].compactMap { offset -> UInt64? in
      var bytes = [UInt8](repeating: 0, count: size)
      return bytes.withUnsafeMutableBytes { bytes in
        file.readFully(into: bytes, at: offset)
          ? ImagedState.checksum(UnsafeRawBufferPointer(bytes)) : nil
      }
    }
    guard checksums.count == 2, (try? FileStamp(real)) == stamp else { return nil }
    return ImagedState(path: real, stamp: stamp, content: checksums)
  }

  /// The stamp of the file that the images are of.
  var stamp: FileStamp { state.stamp }

  /// The fields of the records without their columns; nil if these are not known.
  func shape() -> ReadTable? {
    guard let attributes = cache.fields(of: table, in: state)?.attributes,
      let count = cache.rowCount(of: table, in: state)
    else { return nil }
    return ReadTable(attributes: attributes, count: count, columns: [:])
  }

  /// The records; nil unless all their columns have images.
  func records() -> ReadTable? {
    guard let shape = shape(), let columns = columns(of: shape.attributes, count: shape.count)
    else { return nil }
    let paths = shape.attributes.map { AttributePath([$0.name]) }
    return ReadTable(
      attributes: shape.attributes,
      count: shape.count,
      columns: Dictionary(zip(paths, columns), uniquingKeysWith: { first, _ in first })
    )
  }

  /// The columns of all `count` records; nil unless all of them have images.
  func columns(of attributes: [Attribute], count: Int) -> [Column]? {
    guard let rows = cache.rows(attributes.map(\.name), of: table, in: state),
      rows.numbers.count == count,
      zip(attributes, rows.columns).allSatisfy({ $0.type == $1.typeOfImages })
    else { return nil }
    return rows.columns
  }

  /// Whether there seem to be images of all these columns.
  func mayHave(_ names: [String]) -> Bool {
    names.allSatisfy { cache.mayHave(table, column: $0, in: state) }
  }

  /// Notes records that were just read from `file`, for images that are written later: the fields,
  /// and the columns that were read.
  ///
  /// The path may have named another file when `file` was opened.
  func note(_ records: ReadTable, from file: RecordFile) {
    guard records.children.isEmpty, file.stamp == state.stamp,
      records.attributes.allSatisfy({ ValueType.ofImages.contains($0.type) })
    else { return }
    let read = records.attributes.filter { records.columns[AttributePath([$0.name])] != nil }
    note(
      read.compactMap { records.columns[AttributePath([$0.name])] },
      of: read,
      count: records.count,
      fields: records.attributes.flatMap { [$0.name, $0.type.description, $0.word] }
    )
  }

  /// Notes columns that were just read, for images that are written later.
  func note(_ columns: [Column], of attributes: [Attribute], count: Int, fields: [String] = []) {
    guard columns.count == attributes.count,
      zip(attributes, columns).allSatisfy({ $0.type == $1.typeOfImages }),
      Self.state(of: path, cache) == state
    else { return }
    cache.add(
      PendingImages(
        of: table,
        in: state,
        attributes.map(\.name),
        fields: fields,
        scanTime: ContinuousClock.now - start
      ) {
        (.consecutive(0..<Int64(count)), columns.map(PendingColumn.whole))
      }
    )
  }
}

extension [String] {
  /// The fields, each as its name, its type and whether it is optional; nil if these words are
  /// something else.
  fileprivate var attributes: [Attribute]? {
    guard count.isMultiple(of: 3), !isEmpty else { return nil }
    var attributes: [Attribute] = []
    for place in stride(from: 0, to: count, by: 3) {
      let type = ValueType.ofImages.first { $0.description == self[place + 1] }
      guard let type else { return nil }
      attributes.append(
        Attribute(name: self[place], type: type, isOptional: self[place + 2] == "optional")
      )
    }
    return attributes
  }
}

extension Attribute {
  fileprivate var word: String { isOptional ? "optional" : "required" }
}

extension ValueType {
  /// The types of columns that can be in images of data files.
  fileprivate static var ofImages: [ValueType] { [.bool, .int, .double, .date, .uuid, .string] }
}

extension Column {
  /// The type of a column that can be in images of data files.
  fileprivate var typeOfImages: ValueType? {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .date: .date
    case .uuid: .uuid
    case .string: .string
    case .decimal, .data, .reference, .list: nil
    }
  }
}
