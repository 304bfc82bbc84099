import ColumnImages
import Columns
import Model
import Storage

/// Scans of columns in memory, or in images, are divided.
extension FileSnapshot: DivisibleSnapshot {
  /// Threads take turns with the connection.
  var gathersInParallel: Bool { false }

  func divisiblePlaces(of entity: String, _ sources: [ColumnSource]) -> Int? {
    if sources.isEmpty { return nil }
    if let rows = cachedRows(of: entity, sources) { return rows.numbers.count }
    let images = openImages(of: entity, sources)
    return images?.rowCount ?? cachedRows(of: entity, sources)?.numbers.count
  }

  func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader {
    if let rows = cachedRows(of: entity, sources) { return rows.reader(places: places) }
    if let reader = imageReader(of: entity, sources, places: places) { return reader }
    // They were discarded since.
    try checkState()
    return RangeReader(try tableReader(of: entity, sources), places)
  }
}

/// Reads columns from images, and notes columns for them.
extension FileSnapshot {
  /// Caches the images of columns that are not cached, if there are images of all of them.
  func cacheImages(of entity: String, _ sources: [ColumnSource]) {
    guard let (images, state) = lookingForImages(of: entity, sources) else { return }
    let missing = sources.filter { cache.columns.rows(of: entity, [$0]) == nil }
    let names = missing.map(\.imageName)
    if images.isMissing(names, of: entity) { return }
    guard let count = images.cache.rowCount(of: entity, in: state), fits(count, missing.count),
      let rows = images.cache.rows(names, of: entity, in: state),
      cache.columns.count(of: entity).map({ $0 == rows.numbers.count }) ?? true
    else { return images.noteMissing(names, of: entity) }
    cache.columns.keep(entity, rows.numbers, Array(zip(missing, rows.columns)), fromImages: true)
  }

  /// A reader of the images of columns; nil unless there are images of all of them.
  func imageReader(
    of entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>? = nil
  ) -> (any BatchReader)? {
    let images = openImages(of: entity, sources)
    if let rows = cachedRows(of: entity, sources) {
      return places.map { rows.reader(places: $0) } ?? rows.reader
    }
    return images?.reader(places: places) { last in
      if places != nil { try self.checkState() }
      return try self.tableReader(of: entity, sources, after: last)
    }
  }

  /// Throws if the file may have changed since the other parts of a divided scan were read: rows
  /// have other places in a later state.
  private func checkState() throws {
    guard isUnbroken else { throw StoreError.outdated }
  }

  /// The images of columns; nil unless there are images of all of them, or if they are cached now.
  /// What a session reads for the first time is not cached, since that takes longer than reading it
  /// again.
  private func openImages(of entity: String, _ sources: [ColumnSource]) -> OpenImages? {
    guard let (images, state) = lookingForImages(of: entity, sources) else { return nil }
    if cache.isWorthwhile(entity) || sources.count > ColumnImageCache.mostOpen {
      cacheImages(of: entity, sources)
      if cachedRows(of: entity, sources) != nil { return nil }
    }
    let names = sources.map(\.imageName)
    if let opened = images.opened(names, of: entity) { return opened }
    if images.isMissing(names, of: entity) { return nil }
    let opened = images.cache.open(names, of: entity, in: state)
    if let opened {
      images.note(opened, names, of: entity)
    } else {
      images.noteMissing(names, of: entity)
    }
    return opened
  }

  /// Where there may be images of columns, and the state that they have to be of.
  private func lookingForImages(
    of entity: String,
    _ sources: [ColumnSource]
  ) -> (SnapshotImages, ImagedState)? {
    guard isUnbroken, cache.memory.limit > 0, let images, !sources.isEmpty,
      (try? canCache(sources, of: entity)) == true, let state = images.state(connection),
      images.cache.mayHave(entity, in: state)
    else { return nil }
    return (images, state)
  }

  /// Whether columns can be cached without discarding each other.
  fileprivate func fits(_ rowCount: Int, _ columnCount: Int) -> Bool {
    let bytes = rowCount.multipliedReportingOverflow(by: 16 * columnCount)
    return !bytes.overflow && bytes.partialValue <= cache.memory.limit
  }

  /// The number of an entity's rows, if it is known without reading the file.
  func knownCount(of entity: String) -> Int? {
    guard isUnbroken else { return nil }
    if let count = cache.columns.count(of: entity) ?? images?.openedCount(of: entity) {
      return count
    }
    guard let images, cache.memory.limit > 0, (try? canCache([], of: entity)) == true,
      let state = images.state(connection), images.cache.mayHave(entity, in: state)
    else { return nil }
    return images.cache.rowCount(of: entity, in: state)
  }

  /// Whether a scan of these columns can be noted for images.
  func imagedState(of entity: String, _ sources: [ColumnSource]) -> ImagedState? {
    guard let images, isUnbroken, !sources.isEmpty else { return nil }
    return images.state(connection)
  }
}

extension ColumnSource {
  /// The name of the column in images.
  fileprivate var imageName: String {
    switch self {
    case .attribute(let path): "attribute " + path.components.joined(separator: "\u{0}")
    case .toOne(let name): "reference " + name
    case .position(let name): "position " + name
    }
  }
}

/// Passes on the batches of another reader, and notes the columns for images when all rows were
/// read.
final class ImagedReader: BatchReader {
  private let reader: any BatchReader
  private let snapshot: FileSnapshot
  private let entity: String
  private let sources: [ColumnSource]
  private let state: ImagedState
  private let firstInvalidCount: Int
  private var numbers = RowNumbers()
  /// The columns so far; nil if there will be no images.
  private var columns: [PackedColumn]?
  private var time = Duration.zero

  init(
    _ reader: any BatchReader,
    of entity: String,
    _ sources: [ColumnSource],
    in state: ImagedState,
    _ snapshot: FileSnapshot
  ) {
    self.reader = reader
    self.snapshot = snapshot
    self.entity = entity
    self.sources = sources
    self.state = state
    firstInvalidCount = snapshot.invalidValueLog.count
    columns = sources.map { _ in PackedColumn() }
  }

  func next() throws -> Batch? {
    let start = ContinuousClock.now
    let next = try reader.next()
    time += ContinuousClock.now - start
    guard let batch = next else {
      finish()
      return nil
    }
    // Batches are views of chunks: the first one of a chunk contains all of it.
    if batch.start == 0, columns != nil { note(batch) }
    return batch
  }

  private func note(_ batch: Batch) {
    guard let references = batch.references else {
      columns = nil
      return
    }
    numbers.append(references)
    for place in sources.indices { columns?[place].append(batch.columns[place]) }
    let byteCount = columns?.reduce(0) { $0 + $1.byteCount } ?? 0
    if byteCount > snapshot.cache.memory.limit { (columns, numbers) = (nil, RowNumbers()) }
  }

  private func finish() {
    guard let columns, snapshot.invalidValueLog.count == firstInvalidCount, snapshot.isUnbroken
    else { return }
    self.columns = nil
    // Many columns are only read from images if all of them can be cached.
    guard
      sources.count <= ColumnImageCache.mostOpen || snapshot.fits(numbers.count, sources.count)
    else { return }
    snapshot.noteForImages(entity, sources, in: state, scanTime: time) { [numbers] in
      (numbers, columns.map(PendingColumn.packed))
    }
  }
}

extension FileSnapshot {
  /// Notes columns of all rows, whose images are written later.
  ///
  /// - Parameter scanTime: How long reading them took; nil if that is not known.
  func noteForImages(
    _ entity: String,
    _ sources: [ColumnSource],
    in state: ImagedState,
    scanTime: Duration? = nil,
    _ content: @escaping @Sendable () -> (numbers: RowNumbers, columns: [PendingColumn])?
  ) {
    images?.cache.add(
      PendingImages(
        of: entity,
        in: state,
        sources.map(\.imageName),
        scanTime: scanTime,
        content: content
      )
    )
  }
}
