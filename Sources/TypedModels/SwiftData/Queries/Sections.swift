#if SwiftData
  import Foundation

  /// Results whose objects are in sections: those with the same title.
  public struct SectionedResults<Model: PersistentModel, SectionTitle: Hashable>:
    RandomAccessCollection
  {
    private let sections: [ResultsSection<Model, SectionTitle>]
    private let places: [SectionTitle: Int]

    /// Divides objects by their titles, into sections in the order that the titles first appear.
    init(_ objects: [Model], by title: (Model) -> SectionTitle) {
      let groups = objects.grouped(by: title)
      places = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1.key, $0) })
      sections = groups.map { ResultsSection(title: $0, elements: $1) }
    }

    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last.
    public var endIndex: Int { sections.count }

    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Model, SectionTitle> { sections[position] }

    /// The titles of the sections.
    public var sectionTitles: [SectionTitle] { sections.map(\.title) }

    /// The section with a title, or nil.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Model, SectionTitle>? {
      places[title].map { sections[$0] }
    }

    /// The position of the section with a title, or nil.
    public func index(ofSectionTitled title: SectionTitle) -> Int? { places[title] }

    /// Whether there is a section with a title.
    public func contains(sectionTitle title: SectionTitle) -> Bool { places[title] != nil }
  }

  /// The objects with the same title.
  public struct ResultsSection<Model: PersistentModel, SectionTitle: Hashable>:
    RandomAccessCollection, Identifiable
  {
    /// The title.
    public let title: SectionTitle
    /// The objects in the order of the results.
    public let elements: [Model]

    /// The title.
    public var id: SectionTitle { title }
    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last.
    public var endIndex: Int { elements.count }

    /// The object at a position.
    public subscript(position: Int) -> Model { elements[position] }
  }

  /// A collection of related objects.
  public protocol RelationshipCollection {
    /// The model of the objects.
    associatedtype PersistentElement: PersistentModel
  }

  extension Array: RelationshipCollection where Element: PersistentModel {
    /// The model of the objects.
    public typealias PersistentElement = Element
  }

  extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
    /// The model of the objects.
    public typealias PersistentElement = Wrapped.PersistentElement
  }

  extension SectionedResults: RelationshipCollection {
    /// The model of the objects.
    public typealias PersistentElement = Model
  }

  // MARK: Results of queries

  /// What a ``Query`` can return: an array, or sections.
  public protocol _QueryResult: RelationshipCollection {
    /// Creates the result from the objects that the query found.
    init(_objects: [PersistentElement], _title: ((PersistentElement) -> String)?)
  }

  extension Array: _QueryResult where Element: PersistentModel {
    /// The objects, without sections.
    public init(_objects: [Element], _title: ((Element) -> String)?) { self = _objects }
  }

  extension SectionedResults: _QueryResult where SectionTitle == String {
    /// The objects in sections, or all in one.
    public init(_objects: [Model], _title: ((Model) -> String)?) {
      self.init(_objects, by: _title ?? { _ in "" })
    }
  }

  /// A type of section titles: `String`, and `String?`, whose nil is an empty title.
  public protocol _SectionName {
    /// The title.
    var _title: String { get }
  }

  extension String: _SectionName {
    /// The title.
    public var _title: String { self }
  }

  extension Optional: _SectionName where Wrapped == String {
    /// The title.
    public var _title: String { self ?? "" }
  }

  enum SectionOrder {
    /// Sorts by the titles first, so that each section is in one piece, if they can be sorted.
    static func sort<Model, Title>(by keyPath: KeyPath<Model, Title>) -> [SortDescriptor<Model>] {
      func sort<Key: Comparable>(_: Key.Type) -> [SortDescriptor<Model>] {
        (keyPath as? KeyPath<Model, Key>).map { [SortDescriptor($0.sendableKeyPath)] } ?? []
      }
      if let names = keyPath as? KeyPath<Model, String?> {
        return [SortDescriptor(names.sendableKeyPath)]
      }
      return (Title.self as? any Comparable.Type).map { sort($0) } ?? []
    }
  }

  // A key path to a property of a model has no values that cannot be shared.
  extension KeyPath {
    /// The same key path.
    fileprivate var sendableKeyPath: any KeyPath<Root, Value> & Sendable {
      unsafeBitCast(self, to: (any KeyPath<Root, Value> & Sendable).self)
    }
  }

  extension PartialKeyPath {
    /// The same key path.
    var sendable: any PartialKeyPath<Root> & Sendable {
      unsafeBitCast(self, to: (any PartialKeyPath<Root> & Sendable).self)
    }
  }
#endif
