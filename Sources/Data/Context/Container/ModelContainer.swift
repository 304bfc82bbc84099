import Foundation
public import Storage
import Synchronization

/// A store with what the contexts on it share: SwiftData's `ModelContainer`.
///
/// It may be shared between tasks; each makes a ``ModelContext`` of its own.
public final class ModelContainer: Sendable {
  /// Where the records are kept.
  public let store: any Store
  let history = ChangeHistory()
  private let turn = NSRecursiveLock()
  private let companions = Mutex<[any Sendable]>([])

  /// Makes a container for a store.
  public init(store: any Store) {
    self.store = store
  }

  /// Runs `body` while no other context of the container changes the store.
  func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// Has the store make changes together with the history of the statements that made them.
  func save(_ changes: ChangeSet, _ statements: [HistoryEntry]) throws {
    var changes = changes
    let writable = try store.writable()
    let keepsHistory = try store.keptHistory != nil
    if keepsHistory { changes.history = try statements.map { try $0.event() } }
    try inTurn {
      if !changes.isEmpty || !changes.history.isEmpty { try writable.apply(changes) }
      if !keepsHistory { history.add(statements) }
    }
  }

  /// Has what is remembered of the past told under the names that entities have got, one renaming after another.
  public func noteRenames(_ renames: [[String: String]]) {
    if (try? store.keptHistory) == nil { for names in renames { history.rename(names) } }
  }

  /// What a layer above keeps for all contexts of the container, one object of each type; it is made
  /// when it is first asked for.
  public func companion<Kept: AnyObject & Sendable>(_ make: () -> Kept) -> Kept {
    companions.withLock { companions in
      for case let kept as Kept in companions { return kept }
      let made = make()
      companions.append(made)
      return made
    }
  }
}
