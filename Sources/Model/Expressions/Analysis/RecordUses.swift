import Model

/// The records that an expression reads, each with the innermost scope level where it is read.
struct RecordUses {
  /// A record at a place.
  struct Use: Equatable {
    let record: RecordExpression
    let level: Int
  }

  /// Each use once, in the order in which they were met.
  private(set) var uses: [Use] = []

  /// The uses in `expressions`, whose own scope level is `level`.
  init(_ expressions: [TypedExpression], level: Int = 0) {
    for expression in expressions { collect(expression, level) }
  }

  private mutating func collect(_ expression: TypedExpression, _ level: Int) {
    for record in Self.records(of: expression) { add(record, level) }
    for child in expression.children { collect(child, level) }
    let inner = Self.innerLevel(of: expression, around: level)
    for part in expression.innerParts { collect(part, inner) }
  }

  /// The record with those on the way to it.
  private mutating func add(_ record: RecordExpression, _ level: Int) {
    let use = Use(record: record, level: level)
    if !uses.contains(use) { uses.append(use) }
    if case .toOne(_, let base) = record { add(base, level) }
  }

  private static func records(of expression: TypedExpression) -> [RecordExpression] {
    switch expression.kind {
    case .attribute(_, let record), .record(let record), .composite(_, let record): [record]
    case .aggregate(let aggregate): [aggregate.base]
    case .shape(let shape): [shape.base]
    default: []
    }
  }

  /// The scope level of what stands inside `expression`.
  private static func innerLevel(of expression: TypedExpression, around level: Int) -> Int {
    switch expression.kind {
    case .aggregate(let aggregate): aggregate.level
    case .arrayAggregate(let aggregate): aggregate.level
    case .shape(let shape): shape.level
    case .membershipInQuery: 0
    default: level
    }
  }
}
