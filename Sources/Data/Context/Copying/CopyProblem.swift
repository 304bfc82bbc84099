public import Model

/// Why a record cannot be copied into another store.
public struct CopyProblem: Error, Hashable, Sendable {
  /// The kind of problem.
  public enum Fact: Hashable, Sendable {
    /// The value is a string with NUL or a number that is NaN.
    case forbidden
    /// The value is not of the property's type.
    case mismatch(ValueType)
    /// The number of the record is the greatest possible one, so there is none for the next record.
    case lastNumber
    /// The related record of a one-to-one relationship references another record.
    case contradiction(RecordID, references: RecordID)
  }

  /// The record.
  public let record: RecordID
  /// The property; nil if the problem is with the record.
  public let property: String?
  /// The problem.
  public let fact: Fact
}

extension CopyProblem: CustomStringConvertible {
  /// The problem with the record and the property.
  public var description: String {
    property.map { "\(record).\($0): \(message)" } ?? "\(record): \(message)"
  }

  private var message: String {
    switch fact {
    case .forbidden:
      "the value contains NaN or a string with NUL, which stores do not accept; `.check` lists "
        + "all such values"
    case .mismatch(let type): "the value is not of type \(type)"
    case .lastNumber: "the number is too large"
    case .contradiction(let id, let other): "\(id) references \(other) instead of \(record)"
    }
  }
}

/// Why no records can be copied into a store.
public enum CopyRefusal: Error, Hashable, Sendable {
  /// There are unsaved changes.
  case pendingChanges
  /// The store already has records with the same identities: the first ones, and their total
  /// number.
  case existingRecords([RecordID], total: Int)
}
