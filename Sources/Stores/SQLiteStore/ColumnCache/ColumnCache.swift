import SQLGeneration
import Storage
import Synchronization

/// Decides which columns of a file to cache, and contains those of its current state.
final class ColumnCache: Sendable {
  private let memory: ColumnCacheBudget
  private let counts: StatementCounts
  private let last = Mutex<(version: StoreVersion, columns: CachedColumns)?>(nil)

  init(_ options: FileOptions) {
    memory = options.columnCacheBudget
    counts = StatementCounts(fewest: options.statementsBeforeCaching)
  }

  /// The cache for a snapshot of a state.
  func access(to state: FileConnections.ReadState) -> ColumnCacheAccess {
    guard state.isCertain else { return .none }
    let columns = last.withLock { last in
      if let last, last.version == state.version { return last.columns }
      let columns = CachedColumns(memory)
      last = (state.version, columns)
      return columns
    }
    return ColumnCacheAccess(columns: columns, memory: memory, counts: counts)
  }
}

/// A snapshot's access to cached columns.
struct ColumnCacheAccess {
  let columns: CachedColumns
  let memory: ColumnCacheBudget
  fileprivate let counts: StatementCounts
  /// The snapshot's decisions whether to cache an entity's columns.
  private let decided = CachedEntities()

  fileprivate init(columns: CachedColumns, memory: ColumnCacheBudget, counts: StatementCounts) {
    (self.columns, self.memory, self.counts) = (columns, memory, counts)
  }

  /// Caches nothing.
  static var none: ColumnCacheAccess {
    let memory = ColumnCacheBudget(limit: 0)
    return ColumnCacheAccess(
      columns: CachedColumns(memory),
      memory: memory,
      counts: StatementCounts(fewest: .max)
    )
  }

  /// Whether enough earlier statements have read the whole entity for caching to pay off.
  func isWorthwhile(_ entity: String) -> Bool {
    guard memory.limit > 0 else { return false }
    return decided.answers.withLock { answers in
      if let answer = answers[entity] { return answer }
      let answer = counts.note(entity)
      answers[entity] = answer
      return answer
    }
  }
}

/// The number of statements that have read each entity as a whole.
private final class StatementCounts: Sendable {
  private let fewest: Int
  private let counts = Mutex<[String: Int]>([:])

  init(fewest: Int) {
    self.fewest = fewest
  }

  /// Counts a statement; returns whether there were enough before it.
  func note(_ entity: String) -> Bool {
    counts.withLock { counts in
      let count = counts[entity] ?? 0
      counts[entity] = min(count + 1, fewest)
      return count >= fewest
    }
  }
}

private final class CachedEntities: Sendable {
  let answers = Mutex<[String: Bool]>([:])
}
