import Model
import Storage

/// Assigns numbers to records that are identified by values, or by numbers below 1, because graphs
/// require positive numbers.
///
/// They follow the greatest number of their entity, in identity order.
struct GraphNumbers {
  private var numbers: [RecordID: Int64] = [:]
  /// The number of records that got a number, by root entity.
  private(set) var counts: [String: Int] = [:]

  /// Assigns numbers to the records at `references`, which are in identity order.
  mutating func add(_ references: [Int64], of entity: Entity, in snapshot: any StoreSnapshot) throws
  {
    guard let first = references.first, let last = references.last else { return }
    func keys(_ references: [Int64]) throws -> [RecordKey] {
      try snapshot.recordIDs(of: entity.name, at: references).map(\.key)
    }
    // Usually the first key shows that no record needs a number.
    guard try keys([first]).contains(where: \.needsNumber) else { return }
    let odd = try keys(references).prefix(while: \.needsNumber)
    counts[entity.name] = odd.count
    var next = try keys([last])[0].nextValidNumber
    for key in odd {
      numbers[RecordID(entity: entity.name, key: key)] = next
      next &+= 1
    }
  }

  /// The record with its number, and those of the records that it references.
  func numbered(_ record: RecordSnapshot) -> RecordSnapshot {
    if numbers.isEmpty { return record }
    return RecordSnapshot(
      id: numbered(record.id),
      entity: record.entity,
      values: record.values.map { ObjectField($0.name, numbered($0.value)) }
    )
  }

  private func numbered(_ id: RecordID) -> RecordID {
    numbers[id].map { RecordID(entity: id.entity, key: .number($0)) } ?? id
  }

  private func numbered(_ value: Value) -> Value {
    switch value {
    case .record(let id): .record(numbered(id))
    case .list(let values): .list(values.map(numbered))
    default: value
    }
  }
}

extension RecordKey {
  /// Whether a graph cannot contain a record with this key.
  fileprivate var needsNumber: Bool {
    if case .number(let number) = self { number < 1 } else { true }
  }

  /// The first number greater than this key that a graph may contain.
  fileprivate var nextValidNumber: Int64 {
    guard case .number(let number) = self, number > 0 else { return 1 }
    // If there is none, the graph is refused because its numbers are too large.
    return number.addingReportingOverflow(1).partialValue
  }
}
