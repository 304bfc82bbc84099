import Foundation
public import Model
public import Storage
import Synchronization

/// A store and everything its contexts share, like SwiftData's `ModelContainer`.
///
/// Tasks may share a container; each creates its own ``ModelContext``.
///
/// ```
/// let container = ModelContainer(store: InMemoryStore())
/// let context = ModelContext(container)
/// ```
public final class ModelContainer: Sendable {
  /// The store with the records.
  public let store: any Store
  let history = ChangeHistory()
  private let turn = NSRecursiveLock()
  private let companions = Mutex<[any Sendable]>([])

  /// Creates a container for a store.
  public init(store: any Store) {
    self.store = store
  }

  /// Runs `body` while no other context of the container changes the store.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// Saves changes together with the history of their statements. Returns how the result differs.
  @discardableResult
  func save(_ changes: ChangeSet, _ statements: [HistoryEntry]) throws -> StoreRevisions {
    var changes = changes
    let writable = try store.writable()
    let keepsHistory =
      try store.savedHistory != nil
      || store.capability((any HistorySavingStore).self, for: .changing) != nil
    if keepsHistory { changes.history = try statements.map { try $0.event() } }
    return try exclusively {
      var revisions = StoreRevisions()
      if !changes.isEmpty || !changes.history.isEmpty {
        if let store = try store.capability((any RevisingStore).self, for: .changing) {
          revisions = try store.applyRevised(changes)
        } else {
          try writable.apply(changes)
        }
      }
      if !keepsHistory { history.add(statements.map { $0.revised(revisions) }) }
      return revisions
    }
  }

  /// Applies renames of entities to the history in memory, in order.
  public func noteRenames(_ renames: [[String: String]]) {
    if (try? store.savedHistory) == nil { for names in renames { history.rename(names) } }
  }

  /// Lets a history in memory begin now, after changes that it does not contain.
  func beginHistory() { noteRenames([PropertyRenames](), breaksHistory: true) }

  /// Notes a change of the models in the history in memory.
  public func noteModels(from old: Schema, _ change: SchemaChange) {
    let renames = PropertyRenames(from: old, to: change.result(of: old))
    noteRenames([renames], breaksHistory: change.changesRecords || renames.breaksHistory)
  }

  /// Applies renames of properties to the history in memory, in order. If values were changed, too,
  /// the history begins now.
  public func noteRenames(_ renames: [PropertyRenames], breaksHistory: Bool) {
    if (try? store.savedHistory) == nil { history.rename(renames, breaksHistory: breaksHistory) }
  }

  /// An object that a higher layer shares between all contexts of the container: one for each type,
  /// created with `make` on first use.
  public func companion<Companion: AnyObject & Sendable>(_ make: () -> Companion) -> Companion {
    companions.withLock { companions in
      for case let kept as Companion in companions { return kept }
      let made = make()
      companions.append(made)
      return made
    }
  }
}
