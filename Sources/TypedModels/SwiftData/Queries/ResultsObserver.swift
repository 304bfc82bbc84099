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
    /// The key path to the titles of the sections, or nil.
    public let sectionBy: PartialKeyPath<Element>?
    private let followed: FollowedResults<Element>
    private let title: ((Element) -> SectionTitle)?
    private let sectionOrder: [SortDescriptor<Element>]
    private var descriptor: FetchDescriptor<Element>

    private init(
      _ descriptor: FetchDescriptor<Element>,
      _ context: ModelContext,
      sectionBy: PartialKeyPath<Element>? = nil,
      order: [SortDescriptor<Element>] = [],
      title: ((Element) -> SectionTitle)? = nil
    ) throws {
      modelContext = context
      self.descriptor = descriptor
      self.sectionBy = sectionBy
      self.title = title
      sectionOrder = order
      followed = FollowedResults(descriptor)
      followed.descriptor.sortBy = order + descriptor.sortBy
      followed.follow(context)
      if let error = followed.error { throw error }
    }

    /// The descriptor of the fetch. A new one changes the results.
    public var fetchDescriptor: FetchDescriptor<Element> {
      get { descriptor }
      set {
        descriptor = newValue
        followed.descriptor = newValue
        followed.descriptor.sortBy = sectionOrder + newValue.sortBy
        followed.invalidate()
      }
    }

    /// The condition. A new one changes the results.
    public var filterBy: Predicate<Element>? {
      get { descriptor.predicate }
      set { fetchDescriptor.predicate = newValue }
    }

    /// The order within each section. A new one changes the results.
    public var sortBy: [SortDescriptor<Element>] {
      get { descriptor.sortBy }
      set { fetchDescriptor.sortBy = newValue }
    }

    /// The objects that match now.
    public var results: [Element] { followed.results }

    /// The error of the last fetch, or nil. The results are then those before it.
    public var fetchError: (any Error)? { followed.error }

    /// The results by title, in the order that the titles first appear; nil without `sectionBy`.
    public var sections: SectionedResults<Element, SectionTitle>? {
      title.map { SectionedResults(results, by: $0) }
    }

    /// The object at a place: the number of the section, and that in the section.
    public func element(at indexPath: IndexPath) -> Element? {
      guard let sections, indexPath.count == 2, sections.indices.contains(indexPath[0]),
        sections[indexPath[0]].indices.contains(indexPath[1])
      else { return nil }
      return sections[indexPath[0]][indexPath[1]]
    }

    /// The place of an object, or nil if it is not among the results.
    public func indexPath(for element: Element) -> IndexPath? {
      guard let title, let sections, let section = sections.index(ofSectionTitled: title(element)),
        let place = sections[section].firstIndex(where: { $0 === element })
      else { return nil }
      return [section, place]
    }
  }

  extension ResultsObserver where SectionTitle == Never {
    /// Follows what a descriptor finds.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, modelContext)
    }

    /// Follows what a descriptor finds, in a new context.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, ModelContext(modelContainer))
    }

    /// Follows the objects that match a predicate.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), modelContext)
    }

    /// Follows the objects that match a predicate, in a new context.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let context = ModelContext(modelContainer)
      try self.init(FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), context)
    }
  }

  extension ResultsObserver {
    private convenience init(
      _ descriptor: FetchDescriptor<Element>,
      _ context: ModelContext,
      by keyPath: KeyPath<Element, SectionTitle>
    ) throws {
      let order = SectionOrder.sort(by: keyPath)
      try self.init(descriptor, context, sectionBy: keyPath, order: order) {
        $0[keyPath: keyPath]
      }
    }

    /// Follows what a descriptor finds, by the values of a property.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      sectionBy: KeyPath<Element, SectionTitle>,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, modelContext, by: sectionBy)
    }

    /// Follows what a descriptor finds, by the values of a property, in a new context.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      sectionBy: KeyPath<Element, SectionTitle>,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, ModelContext(modelContainer), by: sectionBy)
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
      try self.init(descriptor, modelContext, by: sectionBy)
    }

    /// Follows the objects that match a predicate, by the values of a property, in a new context.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      sectionBy: KeyPath<Element, SectionTitle>,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, ModelContext(modelContainer), by: sectionBy)
    }
  }

  extension ResultsObserver where SectionTitle == String {
    private convenience init(
      _ descriptor: FetchDescriptor<Element>,
      _ context: ModelContext,
      by keyPath: KeyPath<Element, String?>
    ) throws {
      let order = SectionOrder.sort(by: keyPath)
      try self.init(descriptor, context, sectionBy: keyPath, order: order) {
        $0[keyPath: keyPath] ?? ""
      }
    }

    /// Follows what a descriptor finds, by the values of a property.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      sectionBy: KeyPath<Element, String?>,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, modelContext, by: sectionBy)
    }

    /// Follows what a descriptor finds, by the values of a property, in a new context.
    public convenience init(
      fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
      sectionBy: KeyPath<Element, String?>,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      try self.init(fetchDescriptor, ModelContext(modelContainer), by: sectionBy)
    }

    /// Follows the objects that match a predicate, by the values of a property.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      sectionBy: KeyPath<Element, String?>,
      modelContext: ModelContext,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, modelContext, by: sectionBy)
    }

    /// Follows the objects that match a predicate, by the values of a property, in a new context.
    public convenience init(
      filterBy: Predicate<Element>? = nil,
      sortBy: [SortDescriptor<Element>]? = nil,
      sectionBy: KeyPath<Element, String?>,
      modelContainer: ModelContainer,
      isolation: isolated (any Actor)? = #isolation
    ) throws {
      let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
      try self.init(descriptor, ModelContext(modelContainer), by: sectionBy)
    }
  }
#endif
