import ColumnImages
import Columns
import Formats
import Model
import Platform
import Storage

/// The column images of a data file, which a later process reads in place of the file.
///
/// Files that were written just now, or are on a network, have none.
struct DataFileImages {
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

  /// The records; nil unless all their columns have images.
  func records() -> ReadTable? {
    guard let fields = cache.fields(of: table, in: state)?.pairs,
      let rows = cache.rows(fields.map(\.name), of: table, in: state)
    else { return nil }
    var attributes: [Attribute] = []
    var columns: [AttributePath: Column] = [:]
    for (field, column) in zip(fields, rows.columns) {
      guard let type = column.typeOfImages else { return nil }
      attributes.append(Attribute(name: field.name, type: type, isOptional: field.isOptional))
      columns[AttributePath([field.name])] = column
    }
    guard columns.count == fields.count else { return nil }
    return ReadTable(attributes: attributes, count: rows.numbers.count, columns: columns)
  }

  /// Notes records that were just read from `file`, for images that are written later.
  ///
  /// The path may have named another file when `file` was opened.
  func note(_ records: ReadTable, from file: RecordFile) {
    let columns = records.attributes.compactMap { attribute in
      records.columns[AttributePath([attribute.name])].flatMap { column in
        column.typeOfImages == attribute.type ? column : nil
      }
    }
    guard columns.count == records.attributes.count, records.children.isEmpty,
      file.stamp == state.stamp, Self.state(of: path, cache) == state
    else { return }
    let fields = records.attributes.flatMap { [$0.name, $0.isOptional ? "optional" : "required"] }
    let count = Int64(records.count)
    cache.add(
      PendingImages(
        of: table,
        in: state,
        records.attributes.map(\.name),
        fields: fields,
        scanTime: ContinuousClock.now - start
      ) {
        (.consecutive(0..<count), columns)
      }
    )
  }
}

extension [String] {
  /// The names of fields and whether they are optional; nil if that is not what these words are.
  fileprivate var pairs: [(name: String, isOptional: Bool)]? {
    guard count.isMultiple(of: 2), !isEmpty else { return nil }
    return stride(from: 0, to: count, by: 2).map { (self[$0], self[$0 + 1] == "optional") }
  }
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
