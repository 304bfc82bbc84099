import Columns
import Storage

/// What a to-one relationship leads to, row by row.
struct ReferenceColumn {
  /// The references; those to deleted records are null.
  let builder: ReferenceColumnBuilder
  /// Where each row stands among the members of its owner, where these are ordered: numbers that
  /// rise from member to member, with gaps. What they say of rows without an owner is nothing.
  var positions: [Int64]?
  /// The references to deleted records that are kept.
  var dangling = DanglingReferences()
  /// How many rows lead to each row of the other table; nil until somebody asks.
  private var counts: [UInt32]?

  /// The rows of `builder`.
  init(_ builder: ReferenceColumnBuilder, positions: [Int64]?) {
    self.builder = builder
    self.positions = positions
  }

  /// Adds `count` rows that lead nowhere.
  mutating func append(nulls count: Int) {
    builder.append(nulls: count)
    positions?.append(contentsOf: repeatElement(0, count: count))
  }

  /// Overwrites rows.
  mutating func set(_ rows: [Int64], to references: StagedReferences) {
    for (place, row) in rows.enumerated() { set(Int(row), to: references.targets[place]) }
    for (place, number) in references.dangling { dangling.insert(rows[place], number) }
    guard let given = references.positions else { return }
    for (place, row) in rows.enumerated() { positions?[Int(row)] = given[place] }
  }

  /// Makes rows lead nowhere.
  mutating func clear(_ rows: [Int64]) {
    for row in rows { set(Int(row), to: Column.nullReference) }
  }

  /// Makes rows lead nowhere that lead to records which go, and notes the numbers of these.
  mutating func keep(_ references: [(row: Int64, number: Int64)]) {
    for (row, number) in references {
      set(Int(row), to: Column.nullReference)
      dangling.insert(row, number)
    }
  }

  /// How many rows lead to each row of the other table; one that is missing at the end has none.
  mutating func incomingCounts() -> [UInt32] {
    if let counts { return counts }
    var made: [UInt32] = []
    for reference in builder.references where reference != Column.nullReference {
      made.grow(toHold: Int(reference))
      made[Int(reference)] += 1
    }
    counts = made
    return made
  }

  private mutating func set(_ row: Int, to reference: Int64) {
    if counts != nil {
      let former = builder.reference(at: row)
      if former != Column.nullReference { counts?[Int(former)] -= 1 }
      if reference != Column.nullReference {
        counts?.grow(toHold: Int(reference))
        counts?[Int(reference)] += 1
      }
    }
    builder.set(row, to: reference)
    dangling.remove(Int64(row))
  }
}

extension [UInt32] {
  /// Adds zeros until there is an element `place`.
  fileprivate mutating func grow(toHold place: Int) {
    guard place >= count else { return }
    append(contentsOf: repeatElement(0, count: place + 1 - count))
  }
}

/// References to deleted records, by the numbers that these had.
struct DanglingReferences: Sendable {
  private var numbers: [Int64: Int64] = [:]
  private var rows: [Int64: Set<Int64>] = [:]

  /// How many rows have one.
  var count: Int { numbers.count }

  /// The rows that have one, with the numbers that they led to.
  var all: [(row: Int64, number: Int64)] {
    numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The number that `row` led to.
  func number(of row: Int64) -> Int64? { numbers[row] }

  /// The rows that led to the record `number`.
  func rows(to number: Int64) -> [Int64] { rows[number].map { $0.sorted() } ?? [] }

  /// Notes that `row` led to the record `number`.
  mutating func insert(_ row: Int64, _ number: Int64) {
    remove(row)
    numbers[row] = number
    rows[number, default: []].insert(row)
  }

  /// Forgets what `row` led to.
  mutating func remove(_ row: Int64) {
    guard !numbers.isEmpty, let number = numbers.removeValue(forKey: row) else { return }
    rows[number]?.remove(row)
    if rows[number]?.isEmpty == true { rows[number] = nil }
  }

  /// The same with new numbers of rows, all of which are still there.
  func renumbered(_ newRow: (Int64) -> Int64) -> DanglingReferences {
    var result = DanglingReferences()
    for (row, number) in numbers { result.insert(newRow(row), number) }
    return result
  }
}
