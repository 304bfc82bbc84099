import Expressions
import Model
import Storage

/// The enclosing scopes of related records.
extension BatchContext {
  /// The records of all scopes, repeated for each related record; empty for each of `level` scopes
  /// if no program reads them.
  func outer(of lists: MemberLists, level: Int, isRead: Bool) -> [[Int64]] {
    isRead ? repeated(by: lists) : Array(repeating: [], count: level)
  }

  private func repeated(by lists: MemberLists) -> [[Int64]] {
    (outer + [references]).map { level in
      var repeated: [Int64] = []
      repeated.reserveCapacity(lists.members.count)
      for (row, record) in level.enumerated() {
        let count = lists.starts[row + 1] - lists.starts[row]
        repeated.append(contentsOf: repeatElement(record, count: count))
      }
      return repeated
    }
  }
}

extension TypedExpression {
  /// Whether a record of a scope outside `level` is read.
  func readsScope(below level: Int) -> Bool {
    switch kind {
    case .attribute(_, let record), .record(let record), .composite(_, let record):
      record.scopeLevel < level
    case .element(let element):
      element < level
    case .arrayAggregate(let aggregate):
      (aggregate.parts + children).contains { $0.readsScope(below: level) }
    case .aggregate(let aggregate):
      aggregate.base.scopeLevel < level
        || aggregate.parts.contains { $0.readsScope(below: level) }
    case .shape(let shape):
      shape.base.scopeLevel < level || shape.parts.contains { $0.readsScope(below: level) }
    default:
      children.contains { $0.readsScope(below: level) }
    }
  }
}

extension RecordExpression {
  fileprivate var scopeLevel: Int {
    switch self {
    case .scope(let level, _): level
    case .toOne(_, let base): base.scopeLevel
    }
  }
}
