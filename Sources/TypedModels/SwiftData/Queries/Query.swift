#if SwiftData
  public import Foundation

  /// A property whose value is fetched each time it is read.
  ///
  /// ```swift
  /// struct TripList {
  ///   @Query(sort: \.name) var trips: [Trip]
  /// }
  /// ```
  ///
  /// SwiftUI's environment has the context on Apple's systems. Here ``use(_:)`` sets it; without a
  /// context the result is the initial value.
  @propertyWrapper
  public struct Query<Element: PersistentModel, Result> {
    private let descriptor: FetchDescriptor<Element>
    private let state = QueryState<Element>()

    init(descriptor: FetchDescriptor<Element>, initial: [Element] = []) {
      self.descriptor = descriptor
      state.results = initial
    }

    /// The objects that the query finds.
    public var wrappedValue: Result {
      state.update(descriptor)
      guard let result = state.results as? Result else {
        preconditionFailure("a query returns an array of its model")
      }
      return result
    }

    /// The query itself: `$trips.use(context)`.
    public var projectedValue: Query { self }

    /// Fetches from this context from now on.
    public func use(_ context: ModelContext) {
      state.context = context
    }

    /// The error of the last fetch, if it failed.
    public var fetchError: (any Error)? { state.error }

    /// The context that the query fetches from.
    public var modelContext: ModelContext? { state.context }
  }

  private final class QueryState<Element: PersistentModel> {
    var context: ModelContext?
    var results: [Element] = []
    var error: (any Error)?

    func update(_ descriptor: FetchDescriptor<Element>) {
      guard let context else { return }
      do {
        results = try context.fetch(descriptor)
        error = nil
      } catch {
        self.error = error
      }
    }
  }

  extension Query where Result == [Element] {
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
