public import Model

/// A moment in the past of a store.
public enum PastMoment: Hashable, Sendable {
  /// A time; changes at that time are included.
  case time(Timestamp)
  /// The end of the statement with a number of the history; 0 is before the first one.
  case save(Int64)
}

/// The beginning of a history: the earliest state that it leads back to.
public struct HistoryStart: Hashable, Sendable {
  /// The number of the last statement that is not in the history; 0 if there is none.
  public let number: Int64
  /// The time of that statement; nil if it is unknown.
  public let time: Timestamp?

  /// Creates a beginning.
  public init(number: Int64, time: Timestamp? = nil) {
    self.number = number
    self.time = time
  }
}

/// Why a past state cannot be read.
public enum PastError: Error, Hashable, Sendable {
  /// The store keeps no history with old values.
  case noHistory
  /// The history begins later: after the statement `start`, or with the first statement after it,
  /// at `first`.
  case tooEarly(start: HistoryStart, first: Timestamp?)
  /// There is no statement with this number; `last` is the last one.
  case unknownSave(Int64, last: Int64)
  /// The value of the moment is nil.
  case noTime
  /// The time has not come yet.
  case future(Timestamp)
  /// The changes of a record do not lead back to a consistent state, because another program or a
  /// migration changed it.
  case inconsistent(RecordID)
}
