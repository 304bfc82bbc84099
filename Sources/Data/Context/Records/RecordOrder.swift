import Model
import Storage

extension RecordKey {
  /// Whether the key comes before `other` in identity order.
  func isBefore(_ other: RecordKey) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): return left < right
    case (.values(let left), .values(let right)):
      for (one, two) in zip(left, right) where !ValueOrder.areEqual(one, two) {
        // Values without a common order are compared as strings.
        return ValueOrder.compare(one, two).map { $0 < 0 } ?? ("\(one)" < "\(two)")
      }
      return left.count < right.count
    case (.number, .values): return true
    case (.values, .number): return false
    }
  }
}

extension Collection where Element == RecordKey {
  /// The keys in identity order.
  func sortedByKey() -> [RecordKey] { sorted { $0.isBefore($1) } }
}

extension RelationshipEnd {
  /// Orders ends by entity, then by name.
  func isBefore(_ other: RelationshipEnd) -> Bool {
    (entity, name) < (other.entity, other.name)
  }
}

extension RecordPair {
  /// Orders pairs by the end that names them, then by their records.
  func isBefore(_ other: RecordPair) -> Bool {
    let end = RelationshipEnd(entity: entity, name: relationship)
    let otherEnd = RelationshipEnd(entity: other.entity, name: other.relationship)
    if end != otherEnd { return end.isBefore(otherEnd) }
    return owner == other.owner ? member.isBefore(other.member) : owner.isBefore(other.owner)
  }
}
