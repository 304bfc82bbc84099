import Expressions
import Model

/// A part of an expression with its outcome for one record.
struct TraceNode: Sendable {
  /// The outcome of a part.
  enum Outcome: Hashable, Sendable {
    /// The value.
    case value(Value)
    /// Not evaluated, because a part before it decided.
    case skipped
    /// The evaluation failed.
    case failed(EvaluationError)
  }

  /// The part.
  let expression: TypedExpression
  /// The scope level of the part.
  let level: Int
  /// The outcome.
  let outcome: Outcome
  /// A remark, if any.
  let remark: TraceRemark?
  /// The parts in the order of evaluation.
  let children: [TraceNode]
  /// The evaluated records or elements of an aggregate or quantifier; otherwise nil.
  let members: TraceMembers?
}

/// The records or array elements of an aggregate or a quantifier.
struct TraceMembers: Sendable {
  /// A record or element.
  struct Member: Sendable {
    /// The record; nil for an element of an array.
    let record: RecordID?
    /// The element of an array.
    let element: Value?
    /// The outcome of the `where` condition, if there is one.
    let filter: TraceNode?
    /// The aggregated value; nil if records are only counted or the filter excluded it.
    let reduced: TraceNode?
  }

  /// The evaluated ones, in order.
  let members: [Member]
  /// The number not evaluated, because the one before decided.
  let skippedCount: Int
  /// The number evaluated but not in ``members``, which would be too many to show.
  let unshownCount: Int
}

/// A language rule that may surprise.
enum TraceRemark: Hashable, Sendable {
  /// An ordering comparison or a string operator with nil is false.
  case nilIsNeverOrdered
  /// `nil == nil` is true, and so is `x != 3` if x is nil.
  case nilEquals(Bool)
  /// A condition that is nil counts as false.
  case nilCondition
  /// Arithmetic and functions of nil are nil.
  case nilOperand
  /// Division and remainder by zero give nil.
  case divisionByZero
  /// nil is found in a list that contains it.
  case nilInList
  /// An attribute of a missing record is nil.
  case noRecord
  /// An aggregate without records.
  case reductionOfNothing
  /// The number of skipped nils.
  case skippedNils(Int)
  /// `~` with an empty pattern is false.
  case emptyPattern
}
