public import Foundation
public import Storage

/// Changes of records that are seen at once and saved together: SwiftData's `ModelContext`.
///
/// A context belongs to one task, and the compiler says so: what tasks share is its ``container``. Where
/// ``autosaveEnabled`` is true and no transaction is open each statement is saved when it ends; else its
/// changes wait for ``save(_:)``. Contexts of one container see each other's saves.
public final class ModelContext {
  /// What this context shares with others.
  public let container: ModelContainer
  /// Raise it from anywhere to stop what runs.
  public let cancellation: CancellationFlag
  /// Whether each statement is saved when it ends.
  public var autosaveEnabled: Bool
  /// Who is told to have made the changes.
  public var author: String?
  /// So many values are kept of a statement at most, so that it can be taken back.
  public var undoCapacity = 4_000_000
  /// Called before changes are made that are too large to be taken back, of what is loaded batch by batch
  /// when all is there.
  public var willBecomeIrrevocable: (() -> Void)?
  /// The zone of date literals that name none, and of `today`.
  public var timeZone: TimeZone = .gmt
  /// Whether a transaction was begun and neither saved nor rolled back.
  public internal(set) var isInTransaction = false
  /// What waits to be saved.
  var pending: Overlay?
  /// The version of the store when the first of the pending changes was made.
  var pendingBasis: StoreVersion?
  /// What is told of the pending statements once they are saved.
  var pendingHistory: [HistoryEntry] = []
  /// What can be undone and redone.
  var undoStack = UndoStack()
  /// What could be undone when the first of the pending changes was made.
  var undoStackBefore = UndoStack()
  /// What `schema()` made of the store's schema last.
  var knownSchema: StoredSchema?

  /// Makes a context, whose changes wait for ``save(_:)`` unless they are to be saved by themselves.
  public init(
    _ container: ModelContainer,
    autosaveEnabled: Bool = false,
    cancellation: CancellationFlag = CancellationFlag()
  ) {
    self.container = container
    self.autosaveEnabled = autosaveEnabled
    self.cancellation = cancellation
  }

  /// Whether changes wait to be saved.
  public var hasChanges: Bool { pending.map { !$0.isEmpty } ?? false }

  /// Whether a statement is saved when it ends.
  var savesAtOnce: Bool { autosaveEnabled && !isInTransaction && !hasChanges }
}

// Without this the compiler would say only that nobody declared it.
@available(
  *,
  unavailable,
  message: "tasks share the container, and each makes a context of its own"
)
extension ModelContext: Sendable {}
