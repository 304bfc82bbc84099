#if SwiftData
  public import Foundation
  import Martlet
  import Model

  /// The condition, order and limit of a fetch.
  ///
  /// ```swift
  /// var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
  /// descriptor.fetchLimit = 10
  /// ```
  public struct FetchDescriptor<Model: PersistentModel>: @unchecked Sendable {
    /// The condition, or nil for all records.
    public var predicate: Predicate<Model>?
    /// The order, or an empty array for the order of identities.
    public var sortBy: [SortDescriptor<Model>]
    /// The maximum number of objects, or nil for no limit.
    public var fetchLimit: Int?
    /// The number of objects to skip, or nil to skip none.
    public var fetchOffset: Int?
    /// Whether the result includes changes that are not saved.
    public var includePendingChanges = true
    /// A hint, which has no effect on Linux: all attributes are read.
    public var propertiesToFetch: [PartialKeyPath<Model>] = []
    /// A hint, which has no effect on Linux.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<Model>] = []

    /// Creates a descriptor.
    public init(predicate: Predicate<Model>? = nil, sortBy: [SortDescriptor<Model>] = []) {
      self.predicate = predicate
      self.sortBy = sortBy
    }
  }

  /// Fetched objects that are created on first use.
  public struct FetchResultsCollection<Model: PersistentModel>: RandomAccessCollection {
    private let ids: [RecordID]
    private let context: ModelContext
    private let batchSize: Int

    init(_ ids: [RecordID], _ context: ModelContext, _ batchSize: Int) {
      self.ids = ids
      self.context = context
      self.batchSize = Swift.max(1, batchSize)
    }

    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last.
    public var endIndex: Int { ids.count }

    /// The object at a position.
    public subscript(position: Int) -> Model {
      guard let object = context.object(ids[position], ModelClass.of(Model.self)) as? Model else {
        preconditionFailure("\(ids[position]) is not a \(Model.self)")
      }
      return object
    }

    /// Creates an iterator that loads the objects in batches.
    public func makeIterator() -> AnyIterator<Model> {
      var batch: [Model] = []
      var next = 0
      var place = 0
      let model = ModelClass.of(Model.self)
      return AnyIterator {
        if place == batch.count, next < ids.count {
          let part = Array(ids[next..<Swift.min(next + batchSize, ids.count)])
          next += part.count
          place = 0
          let query =
            QueryText("fetch ") + model.quotedName + " as " + Names.record + " where "
            + Names.record + " in \(part)"
          let read = (try? context.objects(query, model)) ?? []
          batch = withExtendedLifetime(read) {
            part.compactMap { context.registered[$0] as? Model }
          }
        }
        guard place < batch.count else { return nil }
        place += 1
        return batch[place - 1]
      }
    }
  }

  enum SortTranslator {
    static func text(_ descriptor: SortDescriptor<some Any>, _ model: ModelClass) throws
      -> QueryText
    {
      guard let keyPath = descriptor.keyPath else {
        throw SwiftDataError.unsupportedSort(model, "this descriptor, which has no key path")
      }
      let operand: Operand
      if let property = model.property(keyPath) {
        operand = property.operand(Names.record)
      } else {
        operand = try MemberPath.operand(.record(Names.record, model), keyPath)
      }
      let direction: QueryText = descriptor.order == .reverse ? " desc" : ""
      let order: QueryText = descriptor.isLexical ? " using lexical" : ""
      switch operand {
      case .text(let path): return path + direction + order
      case .encoded(let name): throw SwiftDataError.encodedProperty(name)
      case .record(_, let other):
        throw SwiftDataError.unsupportedSort(model, "a whole \(other.name); name one of its values")
      case .members: throw SwiftDataError.unsupportedSort(model, "a to-many relationship")
      case .composite(_, let fields):
        throw SwiftDataError.unsupportedSort(
          model,
          "a whole \(fields.name); name one of its fields"
        )
      case .value, .comparison: throw SwiftDataError.unsupportedSort(model, "this key path")
      }
    }
  }

  extension SortDescriptor {
    /// Whether the comparator is `.lexical`: the only one for strings that Foundation has on Linux.
    fileprivate var isLexical: Bool {
      guard let comparison = Mirror(reflecting: self).descendant("comparison") else { return false }
      return Mirror(reflecting: comparison).children.first?.label == "comparableString"
    }
  }

  /// The orders of strings that Foundation has on Apple's systems only.
  public enum LocalizedComparator: Hashable, Sendable {
    /// The natural order: digits by value, ignoring case. It is the default.
    case localizedStandard
    /// The same as ``localizedStandard`` on Linux.
    case localized
  }

  extension SortDescriptor {
    /// Sorts by a string: `SortDescriptor(\Trip.name, comparator: .localizedStandard)`.
    public init(
      _ keyPath: any KeyPath<Compared, String> & Sendable,
      comparator: LocalizedComparator,
      order: SortOrder = .forward
    ) {
      self.init(keyPath, order: order)
    }

    /// Sorts by a string that may be nil.
    public init(
      _ keyPath: any KeyPath<Compared, String?> & Sendable,
      comparator: LocalizedComparator,
      order: SortOrder = .forward
    ) {
      self.init(keyPath, order: order)
    }
  }
#endif
