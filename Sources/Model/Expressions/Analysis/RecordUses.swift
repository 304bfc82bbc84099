import Model

/// The records that expressions read, each with the innermost scope level that reads it.
struct RecordUses {
  /// A record and the level that reads it.
  struct Use: Equatable {
    let record: RecordExpression
    let level: Int
  }

  /// The uses without duplicates, in order of appearance.
  private(set) var uses: [Use] = []

  /// The uses in `expressions` at scope level `level`.
  init(_ expressions: [TypedExpression], level: Int = 0) {
    for expression in expressions { collect(expression, level) }
  }

  private mutating func collect(_ expression: TypedExpression, _ level: Int) {
    for record in Self.records(of: expression) { add(record, level) }
    for child in expression.children { collect(child, level) }
    let inner = Self.innerLevel(of: expression, around: level)
    for part in expression.innerParts { collect(part, inner) }
  }

  /// Adds the record and those on the path to it.
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

  /// The scope level inside `expression`.
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
