public import Model

extension TypedExpression {
  /// The operands of `and`, in written order.
  public var conjuncts: [TypedExpression] {
    if case .and(let left, let right) = kind { left.conjuncts + right.conjuncts } else { [self] }
  }

  /// The operands of `or`, in written order.
  public var disjuncts: [TypedExpression] {
    if case .or(let left, let right) = kind { left.disjuncts + right.disjuncts } else { [self] }
  }

  /// The ``children``, with nested `and`s or `or`s flattened.
  public var listedParts: [TypedExpression] {
    switch kind {
    case .and: conjuncts
    case .or: disjuncts
    default: children
    }
  }

  /// The conjunction of `conditions`; nil for none.
  public static func conjunction(of conditions: [TypedExpression]) -> TypedExpression? {
    guard let first = conditions.first else { return nil }
    return conditions.dropFirst().reduce(first) { TypedExpression(.and($0, $1), .bool) }
  }

  /// A test that the value is not nil.
  public var isPresent: TypedExpression {
    TypedExpression(.not(TypedExpression(.isNull(self), .bool)), .bool)
  }
}

/// Conditions that name records.
extension TypedExpression {
  /// The only records that can satisfy this predicate, if a conjunct lists them: `self ==
  /// Budget#3`, `self in [Budget#3, Budget#4]`.
  public var selectedRecords: [RecordID]? {
    conjuncts.lazy.compactMap(\.recordsOfCondition).first
  }

  /// The record of a conjunct `self == Budget#3`.
  public var comparedRecord: RecordID? {
    conjuncts.lazy.compactMap { conjunct in
      if case .comparison = conjunct.kind { conjunct.recordsOfCondition?.first } else { nil }
    }.first
  }

  private var recordsOfCondition: [RecordID]? {
    switch kind {
    case .comparison(.equal, let left, let right):
      if left.isFetchedRecord { return right.literalRecord.map { [$0] } }
      return right.isFetchedRecord ? left.literalRecord.map { [$0] } : nil
    case .membership(let value, let list) where value.isFetchedRecord:
      let records = list.compactMap(\.literalRecord)
      return records.count == list.count ? records : nil
    default: return nil
    }
  }

  private var isFetchedRecord: Bool {
    if case .record(.scope(level: 0, _)) = kind { true } else { false }
  }

  private var literalRecord: RecordID? {
    if case .literal(.record(let id)) = kind { id } else { nil }
  }
}
