import Columns
import Model
import SQLGeneration
import Storage
import Synchronization

/// Columns in memory in the place of those in the file.
extension FileSnapshot {
  /// The columns of all rows of an entity, if all of them are kept.
  func keptRows(of entity: String, _ sources: [ColumnSource]) -> CachedColumns.Rows? {
    isUnbroken ? keeping.columns.rows(of: entity, sources) : nil
  }

  /// Whether a statement that reads all rows keeps these columns.
  func keepsColumns(of entity: String, _ sources: [ColumnSource]) throws -> Bool {
    guard isUnbroken, keeping.memory.limit > 0, try canKeep(sources, of: entity),
      try isLarge(entity)
    else { return false }
    return keeping.isWorthwhile(entity)
  }

  /// Whether so many rows are read that it takes time.
  private func isLarge(_ entity: String) throws -> Bool {
    let mapping = try model.table(entity).mapping
    let table = try connection.perform { try pages.table(mapping, $0) }
    if let table { return table.tree.leaves.count >= fewestPages }
    return try greatestNumber(of: entity) / Self.rowsPerPage >= fewestPages
  }

  /// Whether nothing but a change of the file changes the columns.
  private func canKeep(_ sources: [ColumnSource], of entity: String) throws -> Bool {
    if keeping.columns.wasRefused(entity, sources) { return false }
    let table = try model.table(entity)
    // A view may show what the time is.
    guard table.mapping.source == .table else { return false }
    return try sources.allSatisfy { source in
      switch source {
      case .attribute(let path): table.mapping.fields[path].map(\.codec.isKeptInFile) ?? false
      case .toOne(let name):
        try model.stored.entity(entity)?.relationship(name)
          .map { try model.table($0.destination).mapping.source == .table } ?? false
      case .position: true
      }
    }
  }

  /// The same for who gathers rows: where it is many of them all columns are read first, as it takes no
  /// longer to go through the file once.
  func keptRows(
    of entity: String,
    _ sources: [ColumnSource],
    gathering references: [Int64]
  ) throws -> CachedColumns.Rows? {
    if let rows = keptRows(of: entity, sources) { return rows }
    guard !sources.isEmpty, try isLoadedWhole(entity, sources, references) else { return nil }
    let reader = CachingReader(try tableReader(of: entity, sources), of: entity, sources, self)
    while try reader.next() != nil {}
    return keptRows(of: entity, sources)
  }

  private func isLoadedWhole(
    _ entity: String,
    _ sources: [ColumnSource],
    _ references: [Int64]
  ) throws -> Bool {
    guard isUnbroken, keeping.memory.limit > 0, references.count > 1 else { return false }
    // In their order the rows are met in one way through the file.
    let isInOrder = references.isStrictlyRising
    let pages = try pagedTable(of: entity)?.tree.leaves.count ?? keeping.columns.count(of: entity)
    guard let pages else { return false }
    // So that few of many rows, as completion asks for, do not have all of them read.
    let most = isInOrder ? pages * (Self.rowsPerPage / 4) : pages
    guard gathered.add(references.count, of: entity, beyond: most) else { return false }
    return try canKeep(sources, of: entity) && (keeping.isWorthwhile(entity) || !isInOrder)
  }
}

extension CachedColumns.Rows {
  /// The columns of the rows with these numbers.
  ///
  /// - Parameter mayMissRows: Whether rows may be missing; else the file was changed since the numbers were
  ///   given out.
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

/// How many rows were gathered of each entity by one snapshot.
final class GatheredRows: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Adds so many; whether they are now more than `most` for the first time.
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
  /// Whether all that is read stands in the file itself.
  fileprivate var isKeptInFile: Bool {
    switch self {
    case .externalBlob: false
    case .archive(let codec): codec.externalFolder == nil
    default: true
    }
  }
}
