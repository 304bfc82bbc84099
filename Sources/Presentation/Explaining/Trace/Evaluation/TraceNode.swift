import Expressions
import Model

/// One part of an expression with what it came to for one record.
struct TraceNode: Sendable {
  /// How the part came out.
  enum Outcome: Hashable, Sendable {
    /// Its value.
    case value(Value)
    /// It was not looked at, because something before it had decided.
    case skipped
    /// It has no value.
    case failed(EvaluationError)
  }

  /// The part.
  let expression: TypedExpression
  /// The scope level at which it stands.
  let level: Int
  /// How it came out.
  let outcome: Outcome
  /// What is worth knowing about it.
  let remark: TraceRemark?
  /// Its own parts, in the order in which they are looked at.
  let children: [TraceNode]
  /// The records or elements that were looked at, for what is made of many.
  let members: TraceMembers?
}

/// The records or array elements behind an aggregate or a quantifier.
struct TraceMembers: Sendable {
  /// One of them.
  struct Member: Sendable {
    /// The record; nil for an element of an array.
    let record: RecordID?
    /// The element of an array.
    let element: Value?
    /// The condition on it, if there is one.
    let filter: TraceNode?
    /// What was reduced; nil where records are only counted or the filter left it out.
    let reduced: TraceNode?
  }

  /// Those that were looked at, in their order.
  let members: [Member]
  /// How many were not looked at, because the one before them had decided.
  let skippedCount: Int
  /// How many were looked at and are not among ``members``, which would be too many to show.
  let unshownCount: Int
}

/// A rule of the language that a reader may not expect.
enum TraceRemark: Hashable, Sendable {
  /// An ordering comparison or a string operator with nil is false.
  case nilIsNeverOrdered
  /// `nil == nil` is true, `x != 3` too where x is nil.
  case nilEquals(Bool)
  /// A condition that is nil counts as false.
  case nilCondition
  /// Arithmetic and functions of nil are nil.
  case nilOperand
  /// Division and remainder by zero give nil.
  case divisionByZero
  /// nil in a list is found.
  case nilInList
  /// What lies behind no record is nil.
  case noRecord
  /// An aggregate of nothing.
  case reductionOfNothing
  /// So many nils were skipped.
  case skippedNils(Int)
  /// `~` with an empty pattern holds nowhere.
  case emptyPattern
}
