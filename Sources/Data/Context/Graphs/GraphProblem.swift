public import Model

/// What is wrong with a record of a graph that is to be put into a store.
public struct GraphProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Fact: Hashable, Sendable {
    /// There is no such model.
    case unknownModel(String)
    /// The identity names another entity than the root that keeps the model's records.
    case wrongEntity(model: String, root: String)
    /// Identities are numbers from 1 on.
    case badNumber
    /// Another record of the graph has the same identity.
    case repeatedIdentity
    /// The model has no such property.
    case unknownProperty(model: String)
    /// The property is computed.
    case computedProperty
    /// The property was given before.
    case repeatedProperty
    /// The value is not of the property's type.
    case mismatch(ValueType)
    /// No store keeps the value: a text with NUL, a number that is none.
    case forbidden
    /// The text is no case of the enum.
    case noCase(String, EnumerationType)
    /// The value is no record of the model that the relationship leads to.
    case wrongTarget(Value, model: String)
    /// The record at the other end is not in the graph.
    case missingTarget(RecordID)
    /// The record at the other end leads elsewhere.
    case contradiction(RecordID, leadsTo: RecordID)
    /// The record stands twice among the members.
    case repeatedMember(RecordID)
  }

  /// The place of the record among those of the graph, from 0.
  public let place: Int
  /// The record.
  public let record: RecordID
  /// The property; nil where it is none of them.
  public let property: String?
  /// What is wrong with it.
  public let fact: Fact
}

/// All that is wrong with how the records of a graph lead to each other.
public struct GraphProblems: Error, Hashable, Sendable {
  /// The first problems.
  public let problems: [GraphProblem]
  /// How many there are.
  public let total: Int

  /// So many problems are told at most.
  static let mostTold = 20
}

/// Why the records of a graph cannot be put into a store as it is.
public enum GraphRefusal: Error, Hashable, Sendable {
  /// Changes wait to be saved.
  case pendingChanges
  /// The store has records of the same identities: the first ones, and how many there are.
  case recordsInTheWay([RecordID], total: Int)
}
