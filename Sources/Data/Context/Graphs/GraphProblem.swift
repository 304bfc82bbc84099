public import Model

/// A problem with a record of a graph to be restored.
public struct GraphProblem: Error, Hashable, Sendable {
  /// The kind of problem.
  public enum Fact: Hashable, Sendable {
    /// There is no such model.
    case unknownModel(String)
    /// The identity does not name the root entity of the model.
    case wrongEntity(model: String, root: String)
    /// The identity is not a positive number.
    case badNumber
    /// Another record of the graph has the same identity.
    case repeatedIdentity
    /// The model has no such property.
    case unknownProperty(model: String)
    case computedProperty
    /// The record has the property twice.
    case repeatedProperty
    /// The value is not of the property's type.
    case mismatch(ValueType)
    /// The value is a string with NUL or a number that is NaN.
    case forbidden
    /// The string is not a case of the enum.
    case noCase(String, EnumerationType)
    /// The value is not a record of the relationship's destination.
    case wrongTarget(Value, model: String)
    /// The related record is not in the graph.
    case missingTarget(RecordID)
    /// The related record references another record.
    case contradiction(RecordID, references: RecordID)
    /// The record is listed twice.
    case repeatedMember(RecordID)
  }

  /// The index of the record in the graph.
  public let place: Int
  /// The record.
  public let record: RecordID
  /// The property; nil if the problem is with the record.
  public let property: String?
  /// The problem.
  public let fact: Fact
}

/// All problems with the relationships of a graph.
public struct GraphProblems: Error, Hashable, Sendable {
  /// The first problems.
  public let problems: [GraphProblem]
  /// The total number of problems.
  public let total: Int

  /// The maximum number of problems to report.
  static let maxReported = 20
}

/// Why a graph cannot be restored into a store.
public enum GraphRefusal: Error, Hashable, Sendable {
  /// There are unsaved changes.
  case pendingChanges
  /// The store already has records with the same identities: the first ones, and their total
  /// number.
  case existingRecords([RecordID], total: Int)
}
