#if SwiftData
  import Context
  import Foundation
  import Martlet
  import Model

  /// Fetches objects, keeps track of their changes and saves them.
  ///
  /// ```swift
  /// let context = ModelContext(container)
  /// context.insert(Trip(name: "Lofoten"))
  /// try context.save()
  /// ```
  ///
  /// A context belongs to one task or actor; the compiler keeps it there.
  public final class ModelContext {
    /// The models and the store.
    public let container: ModelContainer
    /// Whether the main context saves automatically, soon after a change.
    public var autosaveEnabled = false
    /// The author of the changes in the store's history.
    public var author: String? {
      get { engines.first?.author }
      set { for engine in engines { engine.author = newValue } }
    }
    /// Undoes changes if it is set.
    public var undoManager: UndoManager?
    /// The untyped contexts, one for each store.
    let engines: [EngineContext]
    let observers = ContextObservers()
    var registered = RegisteredObjects()
    var temporaries: [UUID: WeakModel] = [:]
    // Changes since the last save.
    var inserted = ModelList()
    var changed = ModelList()
    var deleted = ModelList()
    // Of these, the ones that the untyped context does not have yet.
    var toInsert = ModelList()
    var toUpdate = ModelList()
    var toDelete = ModelList()
    /// What a ``DataStoreBatching`` store deletes when the context saves.
    var batchDeletions:
      [(store: any ExternalStore, records: Set<RecordID>, perform: () throws -> Void)] = []
    var isAutosaveScheduled = false
    private(set) lazy var link = ContextLink(self)
    private let stateID = UUID()
    let isMain: Bool
    /// Whether each ``DataStore`` knows of the context.
    private let isAnnounced: Bool

    /// Creates a context.
    public convenience init(_ container: ModelContainer) {
      self.init(container, isMain: false)
    }

    init(_ container: ModelContainer, isMain: Bool, isAnnounced: Bool = true) {
      self.container = container
      self.isMain = isMain
      self.isAnnounced = isAnnounced
      engines = container.engines.map { EngineContext($0) }
      autosaveEnabled = isMain
      if isAnnounced { for store in container.external { store?.begin(editingState) } }
    }

    deinit {
      if isAnnounced { for store in container.external { store?.end(editingState) } }
    }

    /// What a ``DataStore`` knows of this context.
    public var editingState: EditingState { EditingState(id: stateID, author: author) }

    /// Whether there are changes to save.
    public var hasChanges: Bool {
      !(inserted.isEmpty && changed.isEmpty && deleted.isEmpty)
        || engines.contains(where: \.hasChanges)
    }

    /// The untyped context of a model's store.
    func engine(_ model: ModelClass) -> EngineContext { engine(of: model.root.name) }

    /// The untyped context of a root model's store.
    func engine(of root: String) -> EngineContext { engines[container.place(of: root)] }

    /// The objects to insert.
    public var insertedModelsArray: [any PersistentModel] { inserted.all }
    /// The objects to update.
    public var changedModelsArray: [any PersistentModel] { changed.all }
    /// The objects to delete.
    public var deletedModelsArray: [any PersistentModel] { deleted.all }

    func hasUnsavedChanges(of backing: ObjectIdentifier) -> Bool {
      inserted.contains(backing) || changed.contains(backing) || deleted.contains(backing)
    }

    // MARK: Changes

    /// Adds an object and the objects that it references. ``save()`` reports invalid values.
    public func insert<Model: PersistentModel>(_ model: Model) {
      let backing = model._$backing
      if backing.context === self, !backing.isDeleted { return }
      // A record that has been deleted already is replaced by a new one.
      if deleted.contains(model), !toDelete.contains(model) { backing.becomeNew(of: model) }
      backing.context?.release(model)
      backing.isDeleted = false
      deleted.remove(model)
      toDelete.remove(model)
      backing.link = link
      if let record = backing.record {
        registered[record] = model
        backing.changedSlots = Set(
          backing.modelClass(of: model).properties.filter {
            backing.slot($0.slot) != nil && $0.isWritten(in: backing.modelClass(of: model))
          }.map(\.slot)
        )
        changed.add(model)
        toUpdate.add(model)
      } else {
        inserted.add(model)
        toInsert.add(model)
      }
      Relationships.adopt(model)
      undoManager?.registerUndo(withTarget: model) { [weak self] in self?.delete($0) }
      noteChanges()
    }

    /// Deletes an object when the context is saved, and related objects according to the delete
    /// rules.
    public func delete<Model: PersistentModel>(_ model: Model) {
      let backing = model._$backing
      guard backing.context === self, !backing.isDeleted else { return }
      backing.isDeleted = true
      deleted.add(model)
      changed.remove(model)
      toUpdate.remove(model)
      toDelete.add(model)
      undoManager?.registerUndo(withTarget: model) { [weak self] in self?.insert($0) }
      noteChanges()
    }

    func noteChange(of model: any PersistentModel) {
      guard !inserted.contains(model) || !toInsert.contains(model) else { return }
      if !inserted.contains(model) { changed.add(model) }
      toUpdate.add(model)
      noteChanges()
    }

    private func noteChanges() {
      observers.notify()
      scheduleAutosave()
    }

    /// Removes an object that moves to another context.
    func release(_ model: any PersistentModel) {
      if let record = model._$backing.record { registered[record] = nil }
      inserted.remove(model)
      changed.remove(model)
      deleted.remove(model)
      toInsert.remove(model)
      toUpdate.remove(model)
      toDelete.remove(model)
    }

    /// Registers an object whose context no longer exists.
    func adopt(_ model: any PersistentModel) {
      model._$backing.link = link
      if let record = model._$backing.record { registered[record] = model }
    }

    // MARK: Automatic saves

    private func scheduleAutosave() {
      guard autosaveEnabled, isMain, !isAutosaveScheduled else { return }
      isAutosaveScheduled = true
      let container = container
      Task { @MainActor in
        let context = container.mainContext
        context.isAutosaveScheduled = false
        // What cannot be saved stays pending, and the next explicit save reports it.
        if context.autosaveEnabled, context.hasChanges { try? context.save() }
      }
    }
  }

  /// What objects know of their context, which may be gone.
  final class ContextLink {
    private(set) weak var context: ModelContext?
    let container: ModelContainer

    init(_ context: ModelContext) {
      self.context = context
      container = context.container
    }
  }

  @available(*, unavailable, message: "share the container, and create a context in each task")
  extension ModelContext: Sendable {}

  extension ModelContext: Equatable {
    /// Whether both are the same object.
    public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
  }

  extension ModelContext: CustomDebugStringConvertible {
    /// The models of the container, and the numbers of unsaved changes.
    public var debugDescription: String {
      "ModelContext(\(container.schema.entities.map(\.name).joined(separator: ", ")); "
        + "\(inserted.all.count) inserted, \(changed.all.count) changed, "
        + "\(deleted.all.count) deleted)"
    }
  }
#endif
