#if SwiftData
  public import Observation
  import Synchronization

  /// Reports that contexts of a container have saved changes.
  ///
  /// ```swift
  /// let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
  /// withObservationTracking { _ = observer.eventCounter } onChange: { … }
  /// ```
  ///
  /// Saves by other processes are counted when ``eventCounter`` is read.
  public final class HistoryObserver: Observable, @unchecked Sendable {
    /// The container whose stores are observed.
    public let modelContainer: ModelContainer
    /// The models whose changes count, or none for all.
    public let observedModels: [any PersistentModel.Type]
    /// The authors whose changes count, or none for all.
    public let authors: Set<String>
    private let signal = ChangeSignal()
    private let state: Mutex<State>

    private struct State {
      var token: DefaultHistoryToken?
      var count = 0
    }

    /// Reports changes from now on, or since a place in the history.
    public init(
      historyTokens: [String: any HistoryToken]? = nil,
      observedModels: [any PersistentModel.Type] = [],
      authors: Set<String> = [],
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      self.modelContainer = modelContainer
      self.observedModels = observedModels
      self.authors = authors
      let known = historyTokens?.values.compactMap { $0 as? DefaultHistoryToken }.max()
      let now = try known ?? Self.transactions(modelContainer).last?.token
      state = Mutex(State(token: now))
      modelContainer.observers.add(signal)
      signal.resultsMayHaveChanged()
    }

    /// How many transactions with changes of these models and authors have been saved.
    public var eventCounter: Int {
      signal.access()
      _ = signal.takeChange()
      let transactions = (try? Self.transactions(modelContainer)) ?? []
      return state.withLock { state in
        // Saves of several stores can have the same token.
        let last = state.token
        for transaction in transactions where last.map({ transaction.token > $0 }) ?? true {
          state.token = transaction.token
          if counts(transaction) { state.count += 1 }
        }
        return state.count
      }
    }

    /// The place of the last counted change, for each store.
    public var historyTokens: [String: any HistoryToken] {
      guard let token = state.withLock({ $0.token }) else { return [:] }
      // Configurations in memory can have the same name.
      return Dictionary(
        modelContainer.identifiers.map { name in
          (name, DefaultHistoryToken(microseconds: token.microseconds, storeIdentifier: name))
        }
      ) { first, _ in first }
    }

    private func counts(_ transaction: DefaultHistoryTransaction) -> Bool {
      if !authors.isEmpty, !(transaction.author.map(authors.contains) ?? false) { return false }
      if observedModels.isEmpty { return true }
      let names = Set(observedModels.map { ModelClass.of($0).name })
      return transaction.changes.contains {
        names.contains($0.changedPersistentIdentifier.entityName)
      }
    }

    private static func transactions(
      _ container: ModelContainer
    ) throws -> [DefaultHistoryTransaction] {
      try ModelContext(container).fetchHistory(HistoryDescriptor())
    }
  }
#endif
