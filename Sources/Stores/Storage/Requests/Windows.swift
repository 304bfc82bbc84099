public import Model

/// Values of each row that are computed from other rows: `rank() over (sort amount)`.
///
/// Later parts of the query treat the rows as records of the entity ``entity``, which only exists
/// while the query runs. They read the original record with ``record(_:)`` and a value with
/// ``value(_:_:)``.
public enum Windows {
  /// The name of the entity of rows with windows, which no model can have.
  public static let entity = "@windows"
  /// The name of the relationship to the original record.
  public static let recordName = "@record"
  private static let row = RecordExpression.scope(level: 0, entity: entity)

  /// The name of the attribute for window `index`.
  public static func name(_ index: Int) -> String { "@window\(index)" }

  /// The original record of a row.
  public static func record(_ entity: String) -> RecordExpression {
    let relationship = RelationshipReference(
      entity: Self.entity,
      name: recordName,
      destination: entity,
      isToMany: false
    )
    return .toOne(relationship, of: row)
  }

  /// An expression that reads window `index` from a row.
  public static func value(_ index: Int, _ type: ValueType) -> TypedExpression {
    TypedExpression(.attribute(AttributePath([name(index)]), of: row), type)
  }
}

/// The functions of windows; a raw value is the name in queries.
public enum WindowFunction: String, Hashable, Sendable, CaseIterable {
  /// The place of the row; rows with equal keys have the same one, and leave gaps.
  case rank
  /// The place of the row without gaps.
  case denseRank
  /// The number of the row.
  case rowNumber
  /// The share of the rows before it.
  case percentRank
  /// The number of the part, of a given number of parts.
  case ntile
  /// The value some rows before.
  case lag
  /// The value some rows after.
  case lead
  /// The first value of the frame.
  case first
  /// The last value of the frame.
  case last
  /// An aggregate of the frame.
  case aggregate
}

/// One window of a query.
public struct Window: Hashable, Sendable {
  /// The rows around a row that a window is computed from.
  public enum Frame: Hashable, Sendable {
    /// From the start to the row and those with equal keys; all rows without keys.
    case standard
    /// A number of rows on each side; nil for all.
    case rows(before: Int?, after: Int?)
    /// Rows whose key differs by at most that; nil for all.
    case range(before: Value?, after: Value?)
  }

  /// The function.
  public let function: WindowFunction
  /// The aggregate and its options.
  public let aggregate: AggregateFunction
  /// The options of the aggregate.
  public let options: AggregateOptions
  /// The expression that is aggregated or read; nil for functions that only count.
  public let element: TypedExpression?
  /// The number of parts, or of rows.
  public let count: Int
  /// The value that `lag` and `lead` give in place of a missing row.
  public let otherwise: TypedExpression?
  /// The keys of the groups.
  public let keys: [TypedExpression]
  /// The order within a group; identity breaks ties.
  public let sort: [SortKey]
  /// The frame.
  public let frame: Frame
  /// The type of the value.
  public let type: ValueType

  /// Creates a window.
  public init(
    function: WindowFunction,
    aggregate: AggregateFunction = .count,
    options: AggregateOptions = AggregateOptions(),
    element: TypedExpression? = nil,
    count: Int = 1,
    otherwise: TypedExpression? = nil,
    keys: [TypedExpression] = [],
    sort: [SortKey] = [],
    frame: Frame = .standard,
    type: ValueType
  ) {
    self.function = function
    self.aggregate = aggregate
    self.options = options
    self.element = element
    self.count = count
    self.otherwise = otherwise
    self.keys = keys
    self.sort = sort
    self.frame = frame
    self.type = type
  }

  /// The expressions over the records.
  public var parts: [TypedExpression] {
    [element, otherwise].compactMap { $0 } + keys + sort.map(\.expression)
  }

  /// The window with transformed expressions.
  public func mapped(_ transform: (TypedExpression) -> TypedExpression) -> Window {
    Window(
      function: function,
      aggregate: aggregate,
      options: options,
      element: element.map(transform),
      count: count,
      otherwise: otherwise.map(transform),
      keys: keys.map(transform),
      sort: sort.map { $0.with(transform($0.expression)) },
      frame: frame,
      type: type
    )
  }
}
