import Columns
import Model
import Storage

/// The records of a root entity that are copied, column by column.
final class CopiedTable {
  /// The value in ``targets`` for nil; numbers start at 1.
  static let nowhere: Int64 = 0

  /// The columns in the other store.
  let source: EntityLayout
  /// The records in the other store.
  let references: [Int64]
  /// The number of each record in the copy, in ascending order.
  ///
  /// Records that are identified by values, or by numbers below 1, get numbers after all others.
  let numbers: [Int64]
  /// The numbers of these records.
  let renumbered: [RecordKey: Int64]
  /// The copied columns.
  var columns: [AttributePath: Column] = [:]
  /// The numbers of the related records, by to-one relationship.
  var targets: [String: [Int64]] = [:]
  /// The positions of records among the members of their owners, for ordered relationships.
  var positions: [String: [Int64]] = [:]

  /// - Parameter found: The records in identity order.
  init(_ source: EntityLayout, _ found: [Int64], in snapshot: any StoreSnapshot) throws {
    self.source = source
    let ids = try snapshot.recordIDs(of: source.entity.name, at: found)
    let others = ids.prefix { $0.number == nil }
    var numbers = ids.dropFirst(others.count).compactMap(\.number)
    var renumbered: [RecordKey: Int64] = [:]
    var next: Int64 = 1
    if let id = ids.last, let last = numbers.last {
      // The next new record needs a number, too.
      guard last < Int64.max - Int64(others.count) else {
        throw CopyProblem(record: id, property: nil, fact: .lastNumber)
      }
      next = last + 1
    }
    for id in others {
      renumbered[id.key] = next
      numbers.append(next)
      next += 1
    }
    (self.numbers, self.renumbered) = (numbers, renumbered)
    references = Array(found.dropFirst(others.count) + found.prefix(others.count))
  }

  var name: String { source.entity.name }

  /// The row of the record with a key in the other store; nil if it is not copied.
  func row(of key: RecordKey) -> Int? {
    if let number = renumbered[key] { return row(of: number) }
    guard case .number(let number) = key, number > 0 else { return nil }
    return row(of: number)
  }

  /// The row of a record; nil if it is not copied.
  func row(of number: Int64) -> Int? {
    guard let first = numbers.first, let last = numbers.last, number >= first, number <= last
    else { return nil }
    if last - first == Int64(numbers.count - 1) { return Int(number - first) }
    return numbers.place(ofRising: number)
  }

  func id(_ row: Int) -> RecordID { RecordID(entity: name, key: .number(numbers[row])) }

  /// The records as rows of a change set.
  ///
  /// - Parameter position: The first of the reserved positions.
  func rows(from position: Int64) -> RecordRows {
    var keys = RecordKeys.list([])
    if let first = numbers.first, let last = numbers.last {
      keys =
        last - first == Int64(numbers.count - 1)
        ? .range(first..<(last + 1)) : .list(numbers.map(RecordKey.number))
    }
    var rows = RecordRows(entity: name, keys: keys, columns: columns)
    for (name, targets) in targets {
      rows.references[name] = RecordReferences(
        targets: targets.map { $0 == Self.nowhere ? nil : .number($0) },
        positions: positions[name]?.map { $0 + position }
      )
    }
    return rows
  }
}

extension RecordID {
  /// The number that a copy of the record keeps; nil if it needs another one.
  fileprivate var number: Int64? {
    if case .number(let number) = key, number > 0 { number } else { nil }
  }
}
