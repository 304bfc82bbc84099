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

  /// The name of the entity whose records the plan yields.
  public var entity: String {
    switch self {
    case .scan(let query): query.entity
    case .rows(_, let entity): entity
    case .group: Grouping.entity
    case .filter(_, let input), .distinct(_, let input), .sort(_, _, let input),
      .slice(_, _, let input), .project(_, let input):
      input.entity
    }
  }

  /// What the store is asked, from which everything begins.
  public var innermostQuery: StoreQuery? {
    switch self {
    case .scan(let query): query
    case .rows(let input, _), .filter(_, let input), .group(_, let input), .distinct(_, let input),
      .sort(_, _, let input), .slice(_, _, let input), .project(_, let input):
      input.innermostQuery
    }
  }

  /// The operator alone, over nothing: what tells the steps of one plan apart.
  public var withoutInput: Plan {
    let nothing = Plan.scan(entity: "")
    return switch self {
    case .scan: self
    case .rows(_, let name): .rows(of: nothing, as: name)
    case .filter(let conjuncts, _): .filter(conjuncts, nothing)
    case .group(let grouping, _): .group(grouping, nothing)
    case .distinct(let expressions, _): .distinct(expressions, nothing)
    case .sort(let keys, let keep, _): .sort(keys, keep: keep, nothing)
    case .slice(let offset, let limit, _): .slice(offset: offset, limit: limit, nothing)
    case .project(let columns, _): .project(columns, nothing)
    }
  }
}
