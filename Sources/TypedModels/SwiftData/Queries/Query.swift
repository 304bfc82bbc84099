#if SwiftData
  public import Foundation

  /// Objects that match a descriptor, fetched when they are read.
  ///
  /// ```swift
  /// struct TripList {
  ///   @Query(sort: \.name) var trips: [Trip]
  /// }
  /// ```
  ///
  /// The results follow the changes of the context and what other contexts of the container save;
  /// Swift's `withObservationTracking` reports that they may have changed.
  ///
  /// SwiftUI's environment has the context on Apple's systems. Here ``use(_:)`` sets it; without a
  /// context the result is the initial value.
  @propertyWrapper
  public struct Query<Element: PersistentModel, Result> {
    private let state: FollowedResults<Element>

    init(descriptor: FetchDescriptor<Element>, initial: [Element] = []) {
      state = FollowedResults(descriptor, initial: initial)
    }

    /// The objects that the query finds.
    public var wrappedValue: Result {
      guard let result = state.results as? Result else {
        preconditionFailure("a query returns an array of its model")
      }
      return result
    }

    /// The query itself: `$trips.use(context)`.
    public var projectedValue: Query { self }

    /// Fetches from this context from now on.
    public func use(_ context: ModelContext) { state.follow(context) }

    /// Fetches now, so that the next read is fast. Reading the results does this when needed.
    public mutating func update() { state.refresh() }

    /// The error of the last fetch, if it failed.
    public var fetchError: (any Error)? { state.error }

    /// The context that the query fetches from.
    public var modelContext: ModelContext? { state.context }
  }

  extension Query where Result == [Element] {
    /// Creates a query for all objects: `@Query() var trips: [Trip]`.
    public init() {
      self.init(descriptor: FetchDescriptor())
    }

    /// Creates a query.
    public init(wrappedValue: [Element] = [], _ descriptor: FetchDescriptor<Element>) {
      self.init(descriptor: descriptor, initial: wrappedValue)
    }

    /// Creates a query.
    public init(
      wrappedValue: [Element] = [],
      filter: Predicate<Element>? = nil,
      sort: [SortDescriptor<Element>] = []
    ) {
      self.init(
        descriptor: FetchDescriptor(predicate: filter, sortBy: sort),
        initial: wrappedValue
      )
    }

    /// Creates a query.
    public init<Value: Comparable>(
      wrappedValue: [Element] = [],
      filter: Predicate<Element>? = nil,
      sort keyPath: any KeyPath<Element, Value> & Sendable,
      order: SortOrder = .forward
    ) {
      self.init(
        descriptor: FetchDescriptor(
          predicate: filter,
          sortBy: [SortDescriptor(keyPath, order: order)]
        ),
        initial: wrappedValue
      )
    }

    /// Creates a query.
    public init<Value: Comparable>(
      wrappedValue: [Element] = [],
      filter: Predicate<Element>? = nil,
      sort keyPath: any KeyPath<Element, Value?> & Sendable,
      order: SortOrder = .forward
    ) {
      self.init(
        descriptor: FetchDescriptor(
          predicate: filter,
          sortBy: [SortDescriptor(keyPath, order: order)]
        ),
        initial: wrappedValue
      )
    }
  }
#endif
