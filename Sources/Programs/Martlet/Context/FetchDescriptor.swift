import Context
import Syntax

/// What is fetched, in which order, how much of it, and as what: SwiftData's `FetchDescriptor` with
/// conditions in Martlet's language.
///
///     FetchDescriptor<Budget>(predicate: "spent > limit", sortBy: "spent desc, name")
///
/// `Model` is a `Decodable` struct with the properties that are wanted, or ``Context/RecordSnapshot``.
public struct FetchDescriptor<Model: Decodable>: Sendable {
  /// The model whose records are fetched.
  public var entity: String
  /// Which records; nil for all.
  public var predicate: QueryText?
  /// The order, as behind `sort`; nil for that of identities.
  public var sortBy: QueryText?
  /// How many records at most; nil for all.
  public var fetchLimit: Int?
  /// How many records are passed over first; nil for none.
  public var fetchOffset: Int?
  /// Whether records of models that specialise this one are fetched too.
  public var includesSubmodels = true

  /// Makes a descriptor; without a name of a model it is that of the Swift type.
  public init(
    _ entity: String? = nil,
    predicate: QueryText? = nil,
    sortBy: QueryText? = nil
  ) {
    self.entity = entity ?? modelName(of: Model.self)
    self.predicate = predicate
    self.sortBy = sortBy
  }

  /// The statement that says the same.
  var text: QueryText {
    var text = QueryText("fetch ")
    if !includesSubmodels { text = text + "only " }
    text = text + QueryText(quotedIfNeeded(entity))
    // A condition ends where its parenthesis does, and with it a comment.
    if let predicate { text = text + " where (" + predicate + "\n)" }
    if let sortBy { text = text + " sort " + sortBy + "\n" }
    if let fetchLimit { text = text + QueryText(" limit " + String(fetchLimit)) }
    if let fetchOffset { text = text + QueryText(" offset " + String(fetchOffset)) }
    return text
  }
}
