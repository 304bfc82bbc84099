import Expressions
import Model
import Storage

/// What programs over members see of the scopes around them.
extension BatchContext {
  /// The records of all scopes of this context, each repeated for its members, or nothing for each
  /// of `level` scopes where no program reads them.
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
  /// Whether a record of a scope further out than `level` is read.
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
