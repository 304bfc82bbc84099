import Dispatch
import Session
import Storage
import Synchronization

/// Values and records of stores on servers, for completion.
///
/// They are read in the background, so that no key waits for the network: they are offered the next
/// time. After a while they are read again.
final class BackgroundSamples: Sendable {
  private struct Key: Hashable {
    let store: ObjectIdentifier
    let entity: String
    /// Nil for records.
    let path: [String]?
  }

  private struct State {
    /// The stores of the keys, whose numbers mean other stores after these are closed.
    var stores: [ObjectIdentifier: WeakStore] = [:]
    /// What is being read now.
    var running: Set<Key> = []
    var texts: [Key: [String]] = [:]
    var records: [Key: [(id: String, label: String)]] = [:]
    /// When each was last read.
    var times: [Key: ContinuousClock.Instant] = [:]

    /// Forgets closed stores.
    mutating func prune() {
      stores = stores.filter { $1.store != nil }
      texts = texts.filter { stores[$0.key.store] != nil }
      records = records.filter { stores[$0.key.store] != nil }
      times = times.filter { stores[$0.key.store] != nil }
    }
  }

  private struct WeakStore: @unchecked Sendable {
    weak var store: (any Store)?
  }

  /// A session that only the background uses.
  private struct Handover: @unchecked Sendable {
    let session: QuerySession
  }

  private let state = Mutex(State())

  /// How long samples are up to date.
  private static let validity = Duration.seconds(30)
  /// How long a statement on the server may take.
  private static let limit = Duration.seconds(5)

  /// The strings of an attribute that are known so far.
  func texts(of path: [String], in entity: String, _ session: QuerySession) -> [String] {
    let key = Key(store: ObjectIdentifier(session.store), entity: entity, path: path)
    refresh(key, session) { [self] own in
      let texts = own.sampleTexts(of: path, in: entity, within: Self.limit)
      state.withLock { $0.texts[key] = texts }
    }
    return state.withLock { $0.texts[key] } ?? []
  }

  /// The records of an entity that are known so far.
  func records(of entity: String, _ session: QuerySession) -> [(id: String, label: String)] {
    let key = Key(store: ObjectIdentifier(session.store), entity: entity, path: nil)
    refresh(key, session) { [self] own in
      let records = own.sampleRecords(of: entity)
      state.withLock { $0.records[key] = records }
    }
    return state.withLock { $0.records[key] } ?? []
  }

  private func refresh(
    _ key: Key,
    _ session: QuerySession,
    _ read: @escaping @Sendable (QuerySession) -> Void
  ) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      state.prune()
      if state.stores[key.store] == nil {
        state.stores[key.store] = WeakStore(store: session.store)
      }
      if state.running.contains(key) { return false }
      if let last = state.times[key], last.duration(to: now) < Self.validity { return false }
      state.running.insert(key)
      return true
    }
    guard isDue else { return }
    let handover = Handover(session: session.fresh(on: session.store))
    DispatchQueue.global().async { [self] in
      ReadingLimit.$current.withValue(Self.limit) { read(handover.session) }
      state.withLock { state in
        state.running.remove(key)
        state.times[key] = .now
      }
    }
  }
}
