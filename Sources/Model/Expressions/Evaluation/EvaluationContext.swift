public import Foundation
public import Model

/// The values that are constant during a statement.
public struct EvaluationContext: Hashable, Sendable {
  /// The value of `now`.
  public let now: Timestamp
  /// The value of `today`: the start of the session's day.
  public let today: Timestamp

  /// What `random` depends on.
  public let seed: Int64

  /// Creates a context with `today` in `timeZone`.
  public init(now: Timestamp, timeZone: TimeZone, seed: Int64 = 0) {
    self.now = now
    self.seed = seed
    let local = LocalTime.shown(at: now, in: timeZone)
    let midnight = local.microseconds &- CivilMoment(local).timeOfDay
    today = LocalTime.moment(showing: Timestamp(microseconds: midnight), in: timeZone)
  }
}

/// Reads the records of an expression for the evaluator.
public protocol RecordSource {
  /// The value of a stored field.
  func value(of path: AttributePath, entity: String, reference: Int64) throws -> Value
  /// The related record of a to-one relationship; nil if there is none.
  func destination(of relationship: RelationshipReference, reference: Int64) throws -> Int64?
  /// The related records of a to-many relationship in order.
  func members(of relationship: RelationshipReference, reference: Int64) throws -> [Int64]
  /// The identity of a record.
  func recordID(entity: String, reference: Int64) throws -> RecordID
  /// Whether a query finds the record `id`.
  func finds(_ id: RecordID, _ query: RecordQuery) throws -> Bool
}

/// A source without records, for expressions that read none.
public struct NoRecords: RecordSource {
  /// Creates the source.
  public init() {}

  /// Always nil.
  public func value(of path: AttributePath, entity: String, reference: Int64) -> Value { .null }

  /// Always nil.
  public func destination(of relationship: RelationshipReference, reference: Int64) -> Int64? {
    nil
  }

  /// Always empty.
  public func members(of relationship: RelationshipReference, reference: Int64) -> [Int64] { [] }

  /// Always false.
  public func finds(_ id: RecordID, _ query: RecordQuery) -> Bool { false }

  /// The reference as a number.
  public func recordID(entity: String, reference: Int64) -> RecordID {
    RecordID(entity: entity, key: .number(reference))
  }
}
