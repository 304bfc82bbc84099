public import Model
public import Storage

/// How a request is carried out: operators from the scan outwards, each over the one inside it.
public indirect enum Plan: Hashable, Sendable {
  /// The records that the store finds, in its order: all of an entity in identity order unless the
  /// store takes more over.
  case scan(StoreQuery)
  /// The rows of another plan, whose outermost operator is a projection, as records of the entity
  /// `as`, in their order.
  case rows(of: Plan, as: String)
  /// The records that satisfy all conjuncts, tested one after another in this order.
  case filter([TypedExpression], Plan)
  /// The groups of the records as rows of ``Grouping/entity``, by their keys, rising.
  case group(Grouping, Plan)
  /// Of the records for which all expressions have equal values only the first by identity.
  case distinct([TypedExpression], Plan)
  /// The records in the order of the keys; only the first `keep` are needed, or all if nil.
  case sort([SortKey], keep: Int?, Plan)
  /// The records after the first `offset`, at most `limit` of them.
  case slice(offset: Int, limit: Int?, Plan)
  /// What is shown of each record.
  case project([OutputColumn], Plan)

  /// All records of an entity, in identity order.
  public static func scan(entity: String) -> Plan { .scan(StoreQuery(entity: entity)) }

  /// The plan that the operator works on; nil for a scan.
  public var input: Plan? {
    switch self {
    case .scan: nil
    case .rows(let input, _), .filter(_, let input), .group(_, let input), .distinct(_, let input),
      .sort(_, _, let input), .slice(_, _, let input), .project(_, let input):
      input
    }
  }

  /// The operator over another input: `transform` gets what it works on. A scan stays as it is.
  public func mapInput(_ transform: (Plan) throws -> Plan) rethrows -> Plan {
    switch self {
    case .scan: self
    case .rows(let input, let name): .rows(of: try transform(input), as: name)
    case .filter(let conjuncts, let input): .filter(conjuncts, try transform(input))
    case .group(let grouping, let input): .group(grouping, try transform(input))
    case .distinct(let expressions, let input): .distinct(expressions, try transform(input))
    case .sort(let keys, let keep, let input): .sort(keys, keep: keep, try transform(input))
    case .slice(let offset, let limit, let input):
      .slice(offset: offset, limit: limit, try transform(input))
    case .project(let columns, let input): .project(columns, try transform(input))
    }
  }

  /// The name of the entity whose records the plan yields.
  public var entity: String {
    switch self {
    case .scan(let query): query.entity
    case .rows(_, let entity): entity
    case .group: Grouping.entity
    default: input?.entity ?? ""
    }
  }

  /// What the store is asked, from which everything begins.
  public var innermostQuery: StoreQuery? {
    if case .scan(let query) = self { query } else { input?.innermostQuery }
  }

  /// Whether the records are the store's own, and not rows that were made.
  public var isOverRecords: Bool {
    switch self {
    case .scan: true
    case .rows, .group: false
    default: input?.isOverRecords ?? true
    }
  }

  /// The operator alone, over nothing: what tells the steps of one plan apart.
  public var withoutInput: Plan { mapInput { _ in .scan(entity: "") } }
}
