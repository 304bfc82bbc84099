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
  /// The results follow the changes of the context and what other contexts of the container save;
  /// Swift's `withObservationTracking` reports that they may have changed.
  ///
  /// SwiftUI's environment has the context on Apple's systems. Here ``use(_:)`` sets it; without a
  /// context the result is the initial value.
  @propertyWrapper
  public struct Query<Element: PersistentModel, Result: _QueryResult>
  where Result.PersistentElement == Element {
    private let state: FollowedResults<Element>
    private let title: ((Element) -> String)?
    private let initial: Result

    private init(
      _ descriptor: FetchDescriptor<Element>,
      _ initial: Result,
      title: ((Element) -> String)? = nil
    ) {
      state = FollowedResults(descriptor)
      self.initial = initial
      self.title = title
    }

    private init(
      _ descriptor: FetchDescriptor<Element>,
      _ initial: Result,
      _ keyPath: KeyPath<Element, some _SectionName>
    ) {
      var descriptor = descriptor
      descriptor.sortBy = SectionOrder.sort(by: keyPath) + descriptor.sortBy
      self.init(descriptor, initial) { $0[keyPath: keyPath]._title }
    }

    /// Creates a query for all objects: `@Query var trips: [Trip]`.
    public init() { self.init(FetchDescriptor(), Self._none) }

    /// No objects.
    public static var _none: Result { Result(_objects: [], _title: nil) }

    /// The objects that the query finds.
    public var wrappedValue: Result {
      state.context == nil ? initial : Result(_objects: state.results, _title: title)
    }

    /// The objects in sections, or an empty collection for a query without `sectionBy`.
    public var sections: SectionedResults<Element, String> {
      SectionedResults(title == nil ? [] : state.results) { title?($0) ?? "" }
    }

    /// The query itself: `$trips.use(context)`.
    public var projectedValue: Query { self }

    /// Fetches from this context from now on.
    public func use(_ context: ModelContext) { state.follow(context) }

    /// Fetches now, so that the next read is fast. Reading the results does this when needed.
    public mutating func update() { state.refresh() }

    /// The error of the last fetch, if it failed.
    public var fetchError: (any Error)? {
      state.context == nil ? SwiftDataError.missingModelContext : state.error
    }

    /// The context that the query fetches from.
    public var modelContext: ModelContext? { state.context }
  }

  extension Query {
    /// Creates a query.
    public init(wrappedValue: Result = Self._none, _ descriptor: FetchDescriptor<Element>) {
      self.init(descriptor, wrappedValue)
    }

    /// Creates a query.
    public init(
      wrappedValue: Result = Self._none,
      filter: Predicate<Element>? = nil,
      sort: [SortDescriptor<Element>] = []
    ) {
      self.init(FetchDescriptor(predicate: filter, sortBy: sort), wrappedValue)
    }

    /// Creates a query.
    public init<Value: Comparable>(
      wrappedValue: Result = Self._none,
      filter: Predicate<Element>? = nil,
      sort keyPath: any KeyPath<Element, Value> & Sendable,
      order: SortOrder = .forward
    ) {
      let sort = SortDescriptor(keyPath, order: order)
      self.init(FetchDescriptor(predicate: filter, sortBy: [sort]), wrappedValue)
    }

    /// Creates a query.
    public init<Value: Comparable>(
      wrappedValue: Result = Self._none,
      filter: Predicate<Element>? = nil,
      sort keyPath: any KeyPath<Element, Value?> & Sendable,
      order: SortOrder = .forward
    ) {
      let sort = SortDescriptor(keyPath, order: order)
      self.init(FetchDescriptor(predicate: filter, sortBy: [sort]), wrappedValue)
    }

    // MARK: Sections

    /// Creates a query whose objects are in sections.
    public init(
      wrappedValue: Result = Self._none,
      _ descriptor: FetchDescriptor<Element>,
      sectionBy: KeyPath<Element, some _SectionName>
    ) {
      self.init(descriptor, wrappedValue, sectionBy)
    }

    /// Creates a query whose objects are in sections.
    public init(
      wrappedValue: Result = Self._none,
      filter: Predicate<Element>? = nil,
      sort: [SortDescriptor<Element>] = [],
      sectionBy: KeyPath<Element, some _SectionName>
    ) {
      self.init(FetchDescriptor(predicate: filter, sortBy: sort), wrappedValue, sectionBy)
    }

    /// Creates a query whose objects are in sections.
    public init<Value: Comparable>(
      wrappedValue: Result = Self._none,
      filter: Predicate<Element>? = nil,
      sort keyPath: any KeyPath<Element, Value> & Sendable,
      order: SortOrder = .forward,
      sectionBy: KeyPath<Element, some _SectionName>
    ) {
      let sort = SortDescriptor(keyPath, order: order)
      self.init(FetchDescriptor(predicate: filter, sortBy: [sort]), wrappedValue, sectionBy)
    }

    /// Creates a query whose objects are in sections.
    public init<Value: Comparable>(
      wrappedValue: Result = Self._none,
      filter: Predicate<Element>? = nil,
      sort keyPath: any KeyPath<Element, Value?> & Sendable,
      order: SortOrder = .forward,
      sectionBy: KeyPath<Element, some _SectionName>
    ) {
      let sort = SortDescriptor(keyPath, order: order)
      self.init(FetchDescriptor(predicate: filter, sortBy: [sort]), wrappedValue, sectionBy)
    }
  }
#endif
