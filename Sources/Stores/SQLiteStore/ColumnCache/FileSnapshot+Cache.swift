import ColumnImages
import Columns
import Model
import SQLGeneration
import Storage
import Synchronization

/// Reads columns from the column cache.
extension FileSnapshot {
  /// The columns of all rows of an entity, if all of them are cached.
  func cachedRows(of entity: String, _ sources: [ColumnSource]) -> CachedColumns.Rows? {
    isUnbroken ? cache.columns.rows(of: entity, sources) : nil
  }

  /// Whether a scan caches these columns.
  func cachesColumns(of entity: String, _ sources: [ColumnSource]) throws -> Bool {
    try isCacheable(entity, sources) && cache.isWorthwhile(entity)
  }

  /// Whether a later statement would read the columns faster from a cache.
  private func isCacheable(_ entity: String, _ sources: [ColumnSource]) throws -> Bool {
    guard isUnbroken, cache.memory.limit > 0, try canCache(sources, of: entity) else {
      return false
    }
    return try isLarge(entity)
  }

  /// Reads all rows of an entity from the file, and caches the columns or notes them for images if
  /// that is worthwhile.
  func cachingReader(
    of entity: String,
    _ sources: [ColumnSource]
  ) throws -> any BatchReader {
    guard try isCacheable(entity, sources) else { return try tableReader(of: entity, sources) }
    // The state comes first: what is read later can only be of a later one.
    let state = imagedState(of: entity, sources)
    let reader = try tableReader(of: entity, sources)
    if cache.isWorthwhile(entity) {
      return CachingReader(reader, of: entity, sources, in: state, self)
    }
    guard let state else { return reader }
    return ImagedReader(reader, of: entity, sources, in: state, self)
  }

  /// Whether scanning the entity takes considerable time.
  private func isLarge(_ entity: String) throws -> Bool {
    let mapping = try model.table(entity).mapping
    let table = try connection.perform { try pages.table(mapping, $0) }
    if let table { return table.tree.leaves.count >= minimumPages }
    return try greatestNumber(of: entity) / Self.rowsPerPage >= minimumPages
  }

  /// Whether the columns change only if the file changes.
  func canCache(_ sources: [ColumnSource], of entity: String) throws -> Bool {
    if cache.columns.wasRefused(entity, sources) { return false }
    let table = try model.table(entity)
    // A view may depend on the current time.
    guard table.mapping.source == .table else { return false }
    return try sources.allSatisfy { source in
      switch source {
      case .attribute(let path): table.mapping.fields[path].map(\.codec.isStoredInFile) ?? false
      case .toOne(let name):
        try model.stored.entity(entity)?.relationship(name)
          .map { try model.table($0.destination).mapping.source == .table } ?? false
      case .position: true
      }
    }
  }

  /// The cached columns for gathering rows. If many rows are gathered, this reads all rows first,
  /// since one pass through the file takes no longer.
  func cachedRows(
    of entity: String,
    _ sources: [ColumnSource],
    gathering references: [Int64]
  ) throws -> CachedColumns.Rows? {
    if let rows = cachedRows(of: entity, sources) { return rows }
    guard !sources.isEmpty, try isLoadedWhole(entity, sources, references) else { return nil }
    cacheImages(of: entity, sources)
    if let rows = cachedRows(of: entity, sources) { return rows }
    let state = imagedState(of: entity, sources)
    let reader = CachingReader(
      try tableReader(of: entity, sources),
      of: entity,
      sources,
      in: state,
      self
    )
    while try reader.next() != nil {}
    return cachedRows(of: entity, sources)
  }

  /// So few rows are never worth it, nor worth finding out how many pages there are.
  private static let fewRows = 64

  private func isLoadedWhole(
    _ entity: String,
    _ sources: [ColumnSource],
    _ references: [Int64]
  ) throws -> Bool {
    guard isUnbroken, cache.memory.limit > 0, references.count > 1 else { return false }
    if gathered.count(of: entity) + references.count <= Self.fewRows {
      _ = gathered.add(references.count, of: entity, beyond: Self.fewRows)
      return false
    }
    // Rows in ascending order are read in one pass.
    let isInOrder = references.isStrictlyAscending
    let pages = try pagedTable(of: entity)?.tree.leaves.count ?? cache.columns.count(of: entity)
    guard let pages else { return false }
    // Few rows, as completion reads, do not justify reading all.
    let most = max(Self.fewRows, isInOrder ? pages * (Self.rowsPerPage / 4) : pages)
    guard gathered.add(references.count, of: entity, beyond: most) else { return false }
    return try canCache(sources, of: entity) && (cache.isWorthwhile(entity) || !isInOrder)
  }
}

extension CachedColumns.Rows {
  /// Reads all rows.
  var reader: WholeColumnReader {
    switch numbers {
    case .consecutive(let numbers): WholeColumnReader(consecutive: numbers, columns: columns)
    case .listed(let numbers): WholeColumnReader(references: numbers, columns: columns)
    }
  }

  /// Reads the rows at some places.
  func reader(places: Range<Int>) -> WholeColumnReader {
    switch numbers {
    case .consecutive(let numbers):
      WholeColumnReader(
        rows: places,
        firstReference: numbers.lowerBound,
        columns: columns
      )
    case .listed(let numbers):
      WholeColumnReader(rows: places, references: numbers, columns: columns)
    }
  }

  /// The columns of the rows with these numbers.
  ///
  /// - Parameter mayMissRows: Whether rows may be missing; otherwise a missing row means that the
  ///   file has changed.
  func gathered(at references: [Int64], mayMissRows: Bool) throws -> [Column] {
    let places = numbers.places(of: references)
    if !mayMissRows {
      let isMissing = zip(references, places).contains {
        $0 != Column.nullReference && $1 == Column.nullReference
      }
      if isMissing { throw StoreError.outdated }
    }
    return columns.map { $0.gathered(at: places) }
  }
}

/// The number of rows that a snapshot has gathered from each entity.
final class GatheredRows: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// The number of rows so far.
  func count(of entity: String) -> Int { counts.withLock { $0[entity] ?? 0 } }

  /// Adds to the count; returns whether it now exceeds `most` for the first time.
  func add(_ count: Int, of entity: String, beyond most: Int) -> Bool {
    counts.withLock { counts in
      let before = counts[entity] ?? 0
      let (sum, overflow) = before.addingReportingOverflow(count)
      counts[entity] = overflow ? .max : sum
      return before <= most && sum > most
    }
  }
}

extension ColumnCodec {
  /// Whether everything that is read is in the file itself.
  fileprivate var isStoredInFile: Bool {
    switch self {
    case .externalBlob: false
    case .archive(let codec): codec.externalFolder == nil
    default: true
    }
  }
}
