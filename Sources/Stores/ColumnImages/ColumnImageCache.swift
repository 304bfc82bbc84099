public import Columns
import Platform
import Synchronization

/// Images of columns: copies in a folder, which later processes read instead of the data file.
///
/// An image is used only for the state of the file that it was made from; see ``ImagedState``.
/// Whatever goes wrong, the data file is read. May be used from several threads.
public final class ColumnImageCache: Sendable {
  /// When images are made, and how much room they take.
  public struct Settings: Sendable {
    /// The maximum number of bytes of all images.
    public var limit = 2_000_000_000
    /// Tables with fewer rows are read from their file: that takes no longer.
    public var minimumRows = 200_000
    /// A file that was changed less than this many seconds ago has no images: a further change
    /// might get the same time.
    public var granularity = 2.0
    /// How long images may be written after a scan, even if it took less time.
    public var writingTime = Duration.milliseconds(5)

    /// The default settings.
    public init() {}
  }

  /// The settings.
  public let settings: Settings
  private let folder: ImageFolder
  private let pending = Mutex<[PendingImages]>([])

  /// The images in a folder, which is created when the first one is written.
  public init(folder: String, settings: Settings = Settings()) {
    self.settings = settings
    self.folder = ImageFolder(path: folder, limit: settings.limit)
  }

  /// The images of this user, in `$XDG_CACHE_HOME` or `~/.cache`; nil if there is no such folder,
  /// or `MARTLET_CACHE` is `off`.
  public static func ofUser() -> ColumnImageCache? {
    guard Environment.value(of: "MARTLET_CACHE") != "off" else { return nil }
    return Environment.folder("XDG_CACHE_HOME", inHome: ".cache").map {
      ColumnImageCache(folder: $0 + "/martlet/images")
    }
  }

  /// The path of the folder.
  public var path: String { folder.path }

  // MARK: Reading

  /// Whether there may be images of a table: of this state or another one.
  public func mayHave(_ table: String, in state: ImagedState) -> Bool {
    folder.has(ImageName(state: state, table: table, column: nil))
  }

  /// Whether there may be an image of a column: of this state or another one.
  public func mayHave(_ table: String, column: String, in state: ImagedState) -> Bool {
    folder.has(ImageName(state: state, table: table, column: column))
  }

  /// The fields of a table, as they were noted; nil without an image of them.
  public func fields(of table: String, in state: ImagedState) -> [String]? {
    folder.read(.fields(of: table, in: state)) { image throws(ImageFault) in try image.fields() }
  }

  /// The number of rows of a table; nil if no image has it.
  public func rowCount(of table: String, in state: ImagedState) -> Int? {
    folder.read(ImageName(state: state, table: table, column: nil)) { $0.head.rowCount }
  }

  /// Columns of all rows of a table, and the ascending numbers of the rows; nil unless all of them
  /// have images.
  public func rows(
    _ names: [String],
    of table: String,
    in state: ImagedState
  ) -> (numbers: RowNumbers, columns: [Column])? {
    // Reading and checking them takes most of the time.
    let parts = inParallel(names.count + 1) { place -> (numbers: RowNumbers?, column: Column?) in
      place < names.count
        ? (nil, column(names[place], of: table, in: state))
        : (rowNumbers(of: table, in: state), nil)
    }
    let columns = parts.compactMap(\.column)
    guard let numbers = parts.last?.numbers, columns.count == names.count,
      columns.allSatisfy({ $0.count == numbers.count })
    else { return nil }
    return (numbers, columns)
  }

  /// The numbers of the rows of a table; nil without an image of them.
  func rowNumbers(of table: String, in state: ImagedState) -> RowNumbers? {
    folder.read(ImageName(state: state, table: table, column: nil)) { image throws(ImageFault) in
      try image.rowNumbers()
    }
  }

  /// A column of all rows of a table; nil without an image of it.
  func column(_ name: String, of table: String, in state: ImagedState) -> Column? {
    folder.read(ImageName(state: state, table: table, column: name)) { image throws(ImageFault) in
      let column = try image.column()
      guard let all = column.column(of: 0..<column.count) else { throw .damaged }
      return all
    }
  }

  /// The open images of columns of all rows of a table; nil unless all of them have images, and for
  /// more than ``mostOpen`` columns.
  public func open(_ names: [String], of table: String, in state: ImagedState) -> OpenImages? {
    guard names.count <= Self.mostOpen, let numbers = rowNumbers(of: table, in: state) else {
      return nil
    }
    var columns: [ImagedColumn] = []
    for name in names {
      let name = ImageName(state: state, table: table, column: name)
      let column = folder.read(name) { image throws(ImageFault) in try image.column() }
      guard let column, column.count == numbers.count else { return nil }
      columns.append(column)
    }
    let folder = folder
    return OpenImages(numbers: numbers, columns: columns) {
      folder.remove(ImageName(state: state, table: table, column: names[$0]))
    }
  }

  /// The maximum number of columns that are open, since each keeps a file open.
  public static let mostOpen = 32

  // MARK: Writing

  /// Notes columns that a statement has read. ``writePending(unless:)`` makes their images.
  public func add(_ images: PendingImages) {
    pending.withLock { pending in
      // Those of earlier states are of no use.
      pending.removeAll { $0.state.path == images.state.path && $0.state != images.state }
      pending.removeAll {
        $0.state.path == images.state.path && $0.table == images.table
          && Set($0.names).isSubset(of: images.names)
          && ($0.fields.isEmpty || !images.fields.isEmpty)
      }
      pending.append(images)
    }
  }

  /// Writes images of the columns that were noted. Call this when nobody waits for an answer.
  ///
  /// This takes at most about as long as reading the columns took, or ``Settings/writingTime``; a
  /// later process writes the rest.
  ///
  /// - Parameter isCancelled: Whether to stop. It is asked before each column, by several threads.
  public func writePending(unless isCancelled: @escaping @Sendable () -> Bool = { false }) {
    let all = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for images in all where !isCancelled() { write(images, unless: isCancelled) }
  }

  private func write(_ images: PendingImages, unless isCancelled: @escaping @Sendable () -> Bool) {
    // An image of an earlier state would never be used.
    guard (try? FileStamp(images.state.path)) == images.state.stamp,
      let (numbers, columns) = images.content(), columns.count == images.names.count,
      columns.allSatisfy({ $0.rowCount == numbers.count }), numbers.count >= settings.minimumRows,
      // Otherwise each process would write images that remove each other.
      columns.reduce(0, { $0 + $1.byteCount }) <= folder.room
    else { return }
    let end = images.scanTime.map { ContinuousClock.now + max($0, settings.writingTime) }
    let written = inParallel(columns.count) { place -> Bool? in
      if isCancelled() || end.map({ ContinuousClock.now > $0 }) ?? false { return nil }
      return write(columns[place], images.name(images.names[place]))
    }
    if !images.fields.isEmpty, written.contains(false) {
      // Without the others these are of no use.
      for (name, isWritten) in zip(images.names, written) where isWritten == true {
        folder.remove(images.name(name))
      }
      return
    }
    // Where no values were needed, the fields and the number of rows are still worth it.
    guard written.contains(true) || columns.isEmpty && !images.fields.isEmpty, !isCancelled()
    else { return }
    // Last, so that they are not the first to make room.
    _ = write(images.name(nil), numbers.count) { ImageEncoding(rowNumbers: numbers) }
    guard !images.fields.isEmpty, written.allSatisfy({ $0 == true }) else { return }
    _ = write(.fields(of: images.table, in: images.state), numbers.count) {
      ImageEncoding(fields: images.fields, rowCount: numbers.count)
    }
  }

  private func write(_ column: PendingColumn, _ name: ImageName) -> Bool {
    write(name, column.rowCount) { ImageEncoding(column.packed) }
  }

  /// Writes an image unless another process was faster. Returns whether there is one now.
  private func write(_ name: ImageName, _ rowCount: Int, _ encoding: () -> ImageEncoding?) -> Bool {
    if folder.read(name, { $0.head.rowCount }) == rowCount { return true }
    return encoding().map { folder.write($0, as: name) } ?? false
  }

  // MARK: Contents

  /// The data files with images, and the sizes of those, sorted by path. The path is empty for
  /// images that this program does not read.
  public var contents: [(path: String, bytes: Int)] {
    let sizes = folder.entries().map { (folder.dataFile(of: $0) ?? "", $0.bytes) }
    return Dictionary(sizes, uniquingKeysWith: +).sorted { $0.key < $1.key }
      .map { (path: $0.key, bytes: $0.value) }
  }

  /// Removes all images, and forgets the columns that were noted.
  public func clear() {
    pending.withLock { $0 = [] }
    folder.clear()
  }
}

/// Columns of a table that a statement has read completely.
public struct PendingImages: Sendable {
  let state: ImagedState
  let table: String
  let names: [String]
  let fields: [String]
  let scanTime: Duration?
  let content: @Sendable () -> (numbers: RowNumbers, columns: [PendingColumn])?

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - state: The state of the file, taken before its rows were read.
  ///   - names: The names of the columns, for later look-ups.
  ///   - fields: What else there is to know about the table's fields; written only if all columns
  ///     have images.
  ///   - scanTime: How long reading the columns took, which limits writing them; nil for no limit.
  ///   - content: The numbers of the rows and the columns. It runs when the images are written.
  public init(
    of table: String,
    in state: ImagedState,
    _ names: [String],
    fields: [String] = [],
    scanTime: Duration? = nil,
    content: @escaping @Sendable () -> (numbers: RowNumbers, columns: [PendingColumn])?
  ) {
    (self.state, self.table, self.names, self.content) = (state, table, names, content)
    (self.fields, self.scanTime) = (fields, scanTime)
  }

  func name(_ column: String?) -> ImageName {
    ImageName(state: state, table: table, column: column)
  }
}
