import Columns
import Storage

/// The references of a to-one relationship, row by row.
struct ReferenceColumn {
  /// The references; dangling ones are null.
  let builder: ReferenceColumnBuilder
  /// The position of each row among the members of its owner, in ascending order with gaps; nil if
  /// these are not ordered. Positions of rows without an owner are undefined.
  var positions: [Int64]?
  var dangling = DanglingReferences()
  /// How many rows reference each row of the other table; nil until requested.
  private var counts: [UInt32]?

  /// Creates a column with the rows of `builder`.
  init(_ builder: ReferenceColumnBuilder, positions: [Int64]?) {
    self.builder = builder
    self.positions = positions
  }

  /// Appends `count` null rows.
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

  /// Sets rows to null.
  mutating func clear(_ rows: [Int64]) {
    for row in rows { set(Int(row), to: Column.nullReference) }
  }

  /// Makes the references of rows to deleted records dangling.
  mutating func keep(_ references: [(row: Int64, number: Int64)]) {
    for (row, number) in references {
      set(Int(row), to: Column.nullReference)
      dangling.insert(row, number)
    }
  }

  /// How many rows reference each row of the other table; missing elements at the end are 0.
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
      let previous = builder.reference(at: row)
      if previous != Column.nullReference { counts?[Int(previous)] -= 1 }
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
  /// Appends zeros until index `place` exists.
  fileprivate mutating func grow(toHold place: Int) {
    guard place >= count else { return }
    append(contentsOf: repeatElement(0, count: place + 1 - count))
  }
}

/// References to deleted records, by their numbers.
struct DanglingReferences: Sendable {
  private var numbers: [Int64: Int64] = [:]
  private var rows: [Int64: Set<Int64>] = [:]

  /// The number of rows with a dangling reference.
  var count: Int { numbers.count }

  /// The rows with the numbers that they reference.
  var all: [(row: Int64, number: Int64)] {
    numbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The number that `row` references.
  func number(of row: Int64) -> Int64? { numbers[row] }

  /// The rows that reference the record `number`.
  func rows(to number: Int64) -> [Int64] { rows[number].map { $0.sorted() } ?? [] }

  /// Adds a reference of `row` to the record `number`.
  mutating func insert(_ row: Int64, _ number: Int64) {
    remove(row)
    numbers[row] = number
    rows[number, default: []].insert(row)
  }

  /// Removes the reference of `row`.
  mutating func remove(_ row: Int64) {
    guard !numbers.isEmpty, let number = numbers.removeValue(forKey: row) else { return }
    rows[number]?.remove(row)
    if rows[number]?.isEmpty == true { rows[number] = nil }
  }

  /// A copy with new row numbers.
  func renumbered(_ newRow: (Int64) -> Int64) -> DanglingReferences {
    var result = DanglingReferences()
    for (row, number) in numbers { result.insert(newRow(row), number) }
    return result
  }
}
