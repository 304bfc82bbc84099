import Model
import Storage

extension RecordKey {
  /// Whether the key comes before `other` in identity order.
  func isBefore(_ other: RecordKey) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): return left < right
    case (.values(let left), .values(let right)):
      for (one, two) in zip(left, right) where !ValueOrder.areEqual(one, two) {
        // Values of types that have no common order stand in that of their texts.
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
  /// Whether the end comes before `other`, by its entity and then by its name.
  func isBefore(_ other: RelationshipEnd) -> Bool {
    (entity, name) < (other.entity, other.name)
  }
}

extension RecordPair {
  /// Whether the pair comes before `other`: by the end that names it, then by its records.
  func isBefore(_ other: RecordPair) -> Bool {
    let end = RelationshipEnd(entity: entity, name: relationship)
    let otherEnd = RelationshipEnd(entity: other.entity, name: other.relationship)
    if end != otherEnd { return end.isBefore(otherEnd) }
    return owner == other.owner ? member.isBefore(other.member) : owner.isBefore(other.owner)
  }
}
