#if SwiftData
  import Foundation
  import Observation
  import Synchronization

  /// A query whose results may be out of date.
  ///
  /// Its observers are called on the thread that makes the change; the query runs again when its
  /// results are read.
  protocol ResultsFollower: AnyObject, Sendable {
    func resultsMayHaveChanged()
  }

  private struct WeakFollower {
    weak var follower: (any ResultsFollower)?
  }

  /// The queries that follow the changes of one context.
  final class ContextObservers {
    private var followers: [WeakFollower] = []

    func add(_ follower: any ResultsFollower) { followers.append(WeakFollower(follower: follower)) }

    func notify() {
      guard !followers.isEmpty else { return }
      followers.removeAll { $0.follower == nil }
      for follower in followers { follower.follower?.resultsMayHaveChanged() }
    }
  }

  /// The queries that follow what the contexts of a container save.
  final class ContainerObservers: Sendable {
    private let followers = Mutex<[WeakFollower]>([])

    func add(_ follower: any ResultsFollower) {
      let follower = WeakFollower(follower: follower)
      followers.withLock { $0.append(follower) }
    }

    func noteSave(by context: ModelContext?) {
      let all = followers.withLock { followers in
        followers.removeAll { $0.follower == nil }
        return followers.compactMap(\.follower)
      }
      for follower in all { follower.resultsMayHaveChanged() }
    }
  }

  extension WeakFollower: @unchecked Sendable {}

  /// The results of a descriptor in a context, which are fetched again when they may have changed.
  final class FollowedResults<Element: PersistentModel>: Observable {
    private(set) var context: ModelContext?
    var descriptor: FetchDescriptor<Element>
    private var known: [Element] = []
    private var lastError: (any Error)?
    private let signal = ChangeSignal()

    init(_ descriptor: FetchDescriptor<Element>) {
      self.descriptor = descriptor
    }

    /// Follows a context from now on.
    func follow(_ context: ModelContext) {
      guard self.context !== context else { return }
      self.context = context
      context.observers.add(signal)
      context.container.observers.add(signal)
      signal.resultsMayHaveChanged()
    }

    /// Makes the next read fetch again.
    func invalidate() { signal.resultsMayHaveChanged() }

    /// The current results.
    var results: [Element] {
      signal.access()
      refresh()
      return known
    }

    /// The error of the last fetch, if it failed.
    var error: (any Error)? {
      signal.access()
      refresh()
      return lastError
    }

    /// Fetches if something may have changed.
    func refresh() {
      guard let context, signal.takeChange() else { return }
      do {
        known = try context.fetch(descriptor)
        lastError = nil
      } catch {
        lastError = error
      }
    }
  }

  /// Notifies its observers of changes.
  final class ChangeSignal: ResultsFollower, Observable {
    private let registrar = ObservationRegistrar()
    private let isChanged = Mutex(false)
    private var change: Int { 0 }

    func access() { registrar.access(self, keyPath: \.change) }

    func resultsMayHaveChanged() {
      let isNew = isChanged.withLock { isChanged in
        defer { isChanged = true }
        return !isChanged
      }
      if isNew { registrar.withMutation(of: self, keyPath: \.change) {} }
    }

    func takeChange() -> Bool {
      isChanged.withLock { isChanged in
        defer { isChanged = false }
        return isChanged
      }
    }
  }
#endif
