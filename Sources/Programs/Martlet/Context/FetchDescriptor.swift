import Context
import Syntax

/// A query for the records of one model, like SwiftData's `FetchDescriptor`.
///
/// Conditions and sort orders are written in Martlet's language:
///
/// ```swift
/// var descriptor = FetchDescriptor<Expense>(predicate: "amount > 4", sortBy: "amount desc")
/// descriptor.fetchLimit = 2
/// let expenses = try context.fetch(descriptor)
/// ```
///
/// `Model` is a `Decodable` struct with the members you want to read, or
/// ``/Context/RecordSnapshot``. A descriptor is checked against the models when you fetch, not when
/// you create it.
public struct FetchDescriptor<Model: Decodable>: Sendable {
  /// The name of the model to fetch.
  public var entity: String
  /// The condition that records must match, or nil to fetch all records.
  public var predicate: QueryText?
  /// The sort order, as in a `sort` clause, or nil for identity order.
  public var sortBy: QueryText?
  /// The maximum number of records, or nil for no limit.
  public var fetchLimit: Int?
  /// The number of records to skip, or nil to skip none.
  public var fetchOffset: Int?
  /// Whether to fetch the records of submodels too.
  public var includesSubmodels = true
  /// The names of the properties to read at first, or none to read those that `Model` has.
  ///
  /// Other properties of a struct are read one by one when it is decoded. A
  /// ``/Context/RecordSnapshot`` has only these.
  public var propertiesToFetch: [String] = []
  /// The names of relationships whose records are read together with the fetched ones.
  ///
  /// Without names, the related records of all fetched records are read when the first one is
  /// needed.
  public var relationshipKeyPathsForPrefetching: [String] = []
  /// A saved query with its arguments, instead of a model.
  private var savedQuery: QueryText?

  /// Creates a descriptor.
  ///
  /// - Parameters:
  ///   - entity: The name of the model, or nil to use the name of the Swift type.
  ///   - predicate: The condition that records must match, or nil to fetch all records.
  ///   - sortBy: The sort order, or nil for identity order.
  public init(
    _ entity: String? = nil,
    predicate: QueryText? = nil,
    sortBy: QueryText? = nil
  ) {
    self.entity = entity ?? modelName(of: Model.self)
    self.predicate = predicate
    self.sortBy = sortBy
  }

  /// Creates a descriptor for a saved query.
  ///
  /// ```swift
  /// try container.declare("let Budget.above(least: Double) = fetch Budget where limit > $least")
  /// let budgets = try context.fetch(FetchDescriptor<Budget>(saved: "Budget.above(least: \(500))"))
  /// ```
  ///
  /// - Parameters:
  ///   - query: The name of the query with its arguments.
  ///   - predicate: A further condition, or nil.
  ///   - sortBy: The sort order, or nil for the order of the query.
  public init(saved query: QueryText, predicate: QueryText? = nil, sortBy: QueryText? = nil) {
    self.init(nil, predicate: predicate, sortBy: sortBy)
    savedQuery = query
  }

  /// Whether it names properties or relationships to read.
  var loadsParts: Bool {
    !propertiesToFetch.isEmpty || !relationshipKeyPathsForPrefetching.isEmpty
  }

  /// The same query as a `fetch` statement.
  var text: QueryText {
    var text = QueryText("fetch ")
    if !includesSubmodels { text = text + "only " }
    text = text + (savedQuery ?? QueryText(quotedIfNeeded(entity)))
    // The line break ends a comment at the end of the condition.
    if let predicate { text = text + " where (" + predicate + "\n)" }
    if let sortBy { text = text + " sort " + sortBy + "\n" }
    if let fetchLimit { text = text + QueryText(" limit " + String(fetchLimit)) }
    if let fetchOffset { text = text + QueryText(" offset " + String(fetchOffset)) }
    return text
  }
}
