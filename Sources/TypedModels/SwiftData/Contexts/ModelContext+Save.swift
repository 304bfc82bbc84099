#if SwiftData
  import Context
  public import Foundation
  import Martlet
  import Model

  extension ModelContext {
    /// Saves all changes, or none if one of them is invalid.
    ///
    /// The stores of several configurations are checked first and saved one after the other, each
    /// ``DataStore`` after the others. If one of them fails, those before it are restored. A store
    /// stays saved if it is a ``DataStore``, if another context has changed it in between, or if
    /// the program ends.
    ///
    /// - Throws: An error that names the records and what is wrong. The changes stay pending.
    public func save() throws {
      let center = NotificationCenter.default
      center.post(name: Self.willSave, object: self)
      let tokens: [String: any HistoryToken]
      do {
        try flush()
        tokens = try saveStores()
      } catch {
        throw SaveFailure.named(error)
      }
      for model in inserted.all + changed.all { model._$backing.isSaved = true }
      let changes = savedChanges(tokens)
      for model in deleted.all { forget(model) }
      inserted.removeAll()
      changed.removeAll()
      deleted.removeAll()
      batchDeletions.removeAll()
      registered.removeReleased()
      temporaries = temporaries.filter { $0.value.object != nil }
      center.post(name: Self.didSave, object: self, userInfo: changes)
      observers.notify()
      container.observers.noteSave(by: self)
    }

    /// - Returns: The place of the save in the history of each store that it changed.
    private func saveStores() throws -> [String: any HistoryToken] {
      let changed = engines.indices.filter { engines[$0].hasChanges }
      if changed.count > 1 { for place in changed { try engines[place].checkSave() } }
      // A store that can be restored is saved before one that cannot.
      let places = changed.sorted {
        container.external[$1] != nil && container.external[$0] == nil
      }
      let time = Timestamp(Date())
      var tokens: [String: any HistoryToken] = [:]
      try save(places[...], time, &tokens)
      return tokens
    }

    /// - Parameter tokens: Receives the places in the histories, by the identifiers of the stores.
    private func save(
      _ places: ArraySlice<Int>,
      _ time: Timestamp,
      _ tokens: inout [String: any HistoryToken]
    ) throws {
      guard let place = places.first else { return }
      let (engine, name) = (engines[place], container.identifiers[place])
      if let store = container.external[place] {
        if let token = try store.save(self, engine) { tokens[name] = token }
        return try save(places.dropFirst(), time, &tokens)
      }
      tokens[name] = DefaultHistoryToken(microseconds: time.microseconds, storeIdentifier: name)
      if places.count == 1 { return try engine.save(at: time) }
      var failure: (any Error)?
      try engine.restoringOnFailure {
        let restore = try engine.saveReversibly(at: time)
        do {
          try save(places.dropFirst(), time, &tokens)
        } catch {
          do {
            try restore()
          } catch let reason {
            // The changes are saved, so that they are no longer pending.
            failure = SaveFailure.notRestored(name, error, reason)
            return
          }
          throw error
        }
      }
      if let failure { throw failure }
    }

    private func forget(_ model: any PersistentModel) {
      let backing = model._$backing
      if let record = backing.record { registered[record] = nil }
      backing.record = nil
      backing.link = nil
    }

    /// Discards all changes since the last save. The objects have their saved values again.
    public func rollback() {
      for engine in engines { _ = try? engine.rollback() }
      for model in inserted.all {
        forget(model)
        model._$backing.isDeleted = false
      }
      for object in registered.all.map(\.object) + deleted.all + changed.all
      where !inserted.contains(object) {
        object._$backing.isDeleted = false
        object._$backing.changedSlots = []
        object._$backing.forgetValues(of: object)
      }
      for list in [
        \ModelContext.inserted, \.changed, \.deleted, \.toInsert, \.toUpdate, \.toDelete,
      ] {
        self[keyPath: list].removeAll()
      }
      batchDeletions.removeAll()
      undoManager?.removeAllActions()
      observers.notify()
    }

    /// Runs changes and saves them. If the body or the save fails, none of them remains.
    public func transaction(block: () throws -> Void) throws {
      do {
        try block()
        try save()
      } catch {
        rollback()
        throw error
      }
    }

    /// Posted before and after a context saves.
    public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")
    /// Posted after a context saves.
    public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

    /// Makes the changes of the objects visible to queries. Fetching does this automatically.
    public func processPendingChanges() { try? flush() }

    /// The keys of the information that ``didSave`` carries.
    public enum NotificationKey: String, Hashable, Sendable {
      /// The identities of the inserted objects.
      case insertedIdentifiers = "inserted"
      /// The identities of the updated objects.
      case updatedIdentifiers = "updated"
      /// The identities of the deleted objects.
      case deletedIdentifiers = "deleted"
      /// The places of the save in the histories of the stores that it changed: a dictionary of
      /// ``HistoryToken``s by the identifiers of the stores, for ``HistoryObserver``. Missing if
      /// nothing changed.
      case historyTokens
    }

    /// The information of ``didSave``, while the changes are still known.
    private func savedChanges(_ tokens: [String: any HistoryToken]) -> [String: Any] {
      var changes: [NotificationKey: Any] = [
        .insertedIdentifiers: inserted.all.map(\.persistentModelID),
        .updatedIdentifiers: changed.all.map(\.persistentModelID),
        .deletedIdentifiers: deleted.all.map(\.persistentModelID),
      ]
      if !tokens.isEmpty { changes[.historyTokens] = tokens }
      return Dictionary(uniqueKeysWithValues: changes.map { ($0.rawValue, $1) })
    }
  }
#endif
