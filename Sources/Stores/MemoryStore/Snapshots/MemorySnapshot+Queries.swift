import Columns
public import Expressions
public import Model
public import Storage

/// Conditions that an index answers: of a unique attribute, or of one with a declared index.
extension MemorySnapshot: PushdownSnapshot {
  /// Takes over one condition, if an index finds the few records that fulfil it.
  public func offer(
    _ request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    var offer = Pushdown(conjuncts: Array(repeating: .unsupported, count: conjuncts.count))
    if let place = conjuncts.firstIndex(where: { rows(of: request.entity, $0, moment) != nil }) {
      offer.conjuncts[place] = .exact
    }
    return offer
  }

  /// Streams the records that fulfil the condition that was taken over.
  public func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    guard let condition = query.conditions.first else { return try scan(query.entity, sources) }
    guard let moment = query.moment, let rows = rows(of: query.entity, condition, moment) else {
      throw UnsupportedPushdown()
    }
    return FoundRowsReader(rows, sources, of: query.entity, in: self)
  }

  private func rows(
    of entity: String,
    _ condition: TypedExpression,
    _ moment: EvaluationContext
  ) -> [Int64]? {
    let indexes = schema.entity(entity)?.constraints.indexes ?? []
    let indexed = Set(indexes.compactMap(\.first).map { AttributePath([$0]) })
    return try? table(entity).rows(fulfilling: condition, moment, indexed: indexed)
  }
}

/// Hands out rows that were found, with their columns.
private final class FoundRowsReader: BatchReader {
  private let rows: [Int64]
  private let sources: [ColumnSource]
  private let entity: String
  private let snapshot: MemorySnapshot
  private var start = 0

  init(_ rows: [Int64], _ sources: [ColumnSource], of entity: String, in snapshot: MemorySnapshot) {
    self.rows = rows
    self.sources = sources
    self.entity = entity
    self.snapshot = snapshot
  }

  func next() throws -> Batch? {
    guard start < rows.count else { return nil }
    let references = Array(rows[start..<min(start + Batch.usualCount, rows.count)])
    start += references.count
    return Batch(
      start: 0,
      count: references.count,
      references: references,
      columns: try snapshot.gather(sources, of: entity, at: references)
    )
  }
}
