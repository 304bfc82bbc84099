#if SwiftData
  public import Foundation
  public import Observation

  /// Follows the objects that match a descriptor, outside views.
  ///
  /// ```swift
  /// let observer = try ResultsObserver<Trip, Never>(
  ///   filterBy: #Predicate { $0.days > 3 },
  ///   sortBy: [SortDescriptor(\.name)],
  ///   modelContext: context
  /// )
  /// print(observer.results.map(\.name))
  /// ```
  ///
  /// `results` follows the changes of the context and what other contexts of the container save.
  public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
    /// The context that the objects belong to.
    public let modelContext: ModelContext
    private let followed: FollowedResults<Element>
    private let title: ((Element) -> SectionTitle)?

    private init(
      _ descriptor: FetchDescriptor<Element>,
      _ context: ModelContext,
      title: ((Element) -> SectionTitle)?
    ) throws {
      modelContext = context
      followed = FollowedResults(descriptor)
      self.title = title
      followed.follow(context)
      if let error = followed.error { throw error }
    }

    /// The descriptor of the fetch. A new one changes the results.
    public var fetchDescriptor: FetchDescriptor<Element> {
      get { followed.descriptor }
      set {
        followed.descriptor = newValue
        followed.invalidate()
      }
    }

    /// The objects that match now.
    public var results: [Element] { followed.results }

    /// The error of the last fetch, or nil. The results are then those before it.
    public var fetchError: (any Error)? { followed.error }

    /// A part of the results whose objects have the same title.
    public struct Section: Identifiable {
      /// The title.
      public let title: SectionTitle
      /// The objects in the order of the results.
      public let elements: [Element]
      /// The title.
      public var id: SectionTitle { title }
    }

    /// The results by title, in the order in which the titles appear.
    public var sections: [Section] {
      guard let title else { return [] }
      var order: [SectionTitle] = []
      var parts: [SectionTitle: [Element]] = [:]
      for element in results {
        let name = title(element)
        if parts[name] == nil { order.append(name) }
        parts[name, default: []].append(element)
      }
      return order.map { Section(title: $0, elements: parts[$0] ?? []) }
    }
  }

  extension ResultsObserver where SectionTitle == Never {
    /// Follows what a descriptor finds.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, modelContext, title: nil)
    }

    /// Follows the objects that match a predicate.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, modelContext, title: nil)
    }

    /// Follows the objects that match a predicate, in a new context.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, ModelContext(modelContainer), title: nil)
    }
  }

  extension ResultsObserver {
    /// Follows what a descriptor finds, by the values of a property.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      sectionBy: KeyPath<Element, SectionTitle>,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, modelContext) { $0[keyPath: sectionBy] }
    }

    /// Follows the objects that match a predicate, by the values of a property.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      sectionBy: KeyPath<Element, SectionTitle>,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, modelContext) { $0[keyPath: sectionBy] }
    }

    /// Follows the objects that match a predicate in a new context, by the values of a property.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      sectionBy: KeyPath<Element, SectionTitle>,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, ModelContext(modelContainer)) { $0[keyPath: sectionBy] }
    }
  }
#endif
