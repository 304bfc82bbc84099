public import Foundation
public import Storage

/// Changes of records, like SwiftData's `ModelContext`.
///
/// A context belongs to one task; tasks share its ``container``. If ``autosaveEnabled`` is true and
/// no transaction is open, each statement is saved when it ends. Otherwise its changes are visible
/// in this context and wait for ``save(_:)``. Contexts of a container see each other's saved
/// changes.
public final class ModelContext {
  /// The container of the store.
  public let container: ModelContainer
  /// Stops the running statement from any thread.
  public let cancellation: CancellationFlag
  /// Whether each statement is saved when it ends.
  public var autosaveEnabled: Bool
  /// The author for the history.
  public var author: String?
  /// The maximum number of values of a statement that can be undone.
  public var undoCapacity = 4_000_000
  /// Called before a change that is too large to be undone; after the last batch when loading in
  /// batches.
  public var willBecomeIrrevocable: (() -> Void)?
  /// The time zone of `today` and of date literals without one.
  public var timeZone: TimeZone = .gmt
  /// Whether a delete follows the delete rules. Otherwise it clears references, and deletes only
  /// the records that cannot be without the deleted ones.
  package var appliesDeleteRules = true
  /// Whether a transaction is open.
  public internal(set) var isInTransaction = false
  /// The pending changes.
  var pending: Overlay?
  /// The version of the store before the first pending change.
  var pendingBasis: StoreVersion?
  /// The history of the pending changes.
  var pendingHistory: [HistoryEntry] = []
  /// The statements to undo and redo.
  var undoStack = UndoStack()
  /// The undo stack before the first pending change.
  var undoStackBefore = UndoStack()
  /// The number of records that triggers of the database skipped during the last save.
  public internal(set) var skippedCount = 0
  /// The properties that past states have and the current models do not.
  var omittedProperties: Set<String> = []
  /// The last result of `schema()`.
  var knownSchema: StoredSchema?

  /// Creates a context. Its changes wait for ``save(_:)`` unless `autosaveEnabled` is true.
  public init(
    _ container: ModelContainer,
    autosaveEnabled: Bool = false,
    cancellation: CancellationFlag = CancellationFlag()
  ) {
    self.container = container
    self.autosaveEnabled = autosaveEnabled
    self.cancellation = cancellation
  }

  /// Whether there are pending changes.
  public var hasChanges: Bool { pending.map { !$0.isEmpty } ?? false }

  /// Whether statements are saved when they end.
  var savesAtOnce: Bool { autosaveEnabled && !isInTransaction && !hasChanges }
}

// Provides a better error message than the missing conformance.
@available(
  *,
  unavailable,
  message: "share the container between tasks, and create a context in each"
)
extension ModelContext: Sendable {}
