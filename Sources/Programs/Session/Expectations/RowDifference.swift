import Diagnostics
import Expressions
import Foundation
import Model
import Rendering
import Storage

/// Compares rows and prints the differences: `-` for expected rows, `+` for found ones.
struct RowDifference {
  private typealias Step = (mark: Character, row: [Value])

  let timeZone: TimeZone

  /// The most lines to print.
  private static let maxLines = 20
  /// The most rows whose shortest difference is looked for; more are compared in pairs.
  private static let maxCompared = 2_000

  /// The values of all rows.
  static func values(of rows: any ResultRows) throws -> [[Value]] {
    var values: [[Value]] = []
    while values.count < rows.rowCount {
      let batch = try rows.rows(values.count..<min(rows.rowCount, values.count + 4_096))
      for row in 0..<batch.count {
        values.append(rows.headers.indices.map { batch.value(row: row, column: $0) })
      }
      if batch.count == 0 { break }
    }
    return values
  }

  /// The first rows of a result that should be empty.
  func unexpected(_ rows: any ResultRows) throws -> [String] {
    let shown = min(rows.rowCount, Self.maxLines)
    let batch = try rows.rows(0..<shown)
    let lines = (0..<shown).map { row in
      "  + " + text(rows.headers.indices.map { batch.value(row: row, column: $0) }, rows.headers)
    }
    return lines + remainder(rows.rowCount - shown)
  }

  /// The differences; empty if there are none.
  func lines(expected: [[Value]], found rows: any ResultRows) throws -> [String] {
    let steps = try Self.steps(from: expected, to: Self.values(of: rows))
    let lines = steps.indices.compactMap { place -> String? in
      // Equal rows are shown next to others.
      let neighbors = steps[max(0, place - 1)...min(steps.count - 1, place + 1)]
      guard neighbors.contains(where: { $0.mark != " " }) else { return nil }
      return "  \(steps[place].mark) \(text(steps[place].row, rows.headers))"
    }
    return lines.prefix(Self.maxLines) + remainder(lines.count - Self.maxLines)
  }

  private func remainder(_ count: Int) -> [String] {
    count > 0 ? ["  … and \(counted(count, "more row"))"] : []
  }

  // MARK: - Comparing

  /// A row with its side, since `difference` does not say which row is which.
  private enum Row {
    case expected([Value])
    case found([Value])

    static func areEqual(_ left: Row, _ right: Row) -> Bool {
      switch (left, right) {
      case (.expected(let expected), .found(let found)),
        (.found(let found), .expected(let expected)):
        RowDifference.areEqual(expected, found)
      case (.expected(let a), .expected(let b)), (.found(let a), .found(let b)): a == b
      }
    }
  }

  private static func steps(from expected: [[Value]], to found: [[Value]]) -> [Step] {
    guard max(expected.count, found.count) <= maxCompared else { return pairs(expected, found) }
    let changes = found.map(Row.found)
      .difference(from: expected.map(Row.expected), by: Row.areEqual)
    let removed = Set(changes.removals.map(\.place))
    let inserted = Set(changes.insertions.map(\.place))
    var steps: [Step] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < found.count {
      if removed.contains(old) {
        steps.append(("-", expected[old]))
        old += 1
      } else if inserted.contains(new) {
        steps.append(("+", found[new]))
        new += 1
      } else {
        steps.append((" ", found[new]))
        (old, new) = (old + 1, new + 1)
      }
    }
    return steps
  }

  private static func pairs(_ expected: [[Value]], _ found: [[Value]]) -> [Step] {
    (0..<max(expected.count, found.count)).flatMap { place -> [Step] in
      let old = place < expected.count ? expected[place] : nil
      let new = place < found.count ? found[place] : nil
      if let old, let new, areEqual(old, new) { return [(" ", new)] }
      let steps: [Step?] = [old.map { ("-", $0) }, new.map { ("+", $0) }]
      return steps.compactMap { $0 }
    }
  }

  private static func areEqual(_ expected: [Value], _ found: [Value]) -> Bool {
    expected.count == found.count && zip(expected, found).allSatisfy(isEqual)
  }

  /// Whether two values are equal; of an object, only the expected parts are compared.
  private static func isEqual(_ expected: Value, _ found: Value) -> Bool {
    switch (expected, found) {
    case (.list(let a), .list(let b)): areEqual(a, b)
    case (.object(let parts), .object(let others)):
      parts.allSatisfy { part in
        others.contains { $0.name == part.name && isEqual(part.value, $0.value) }
      }
    default: expected == found || ValueOrder.areEqual(expected, found)
    }
  }

  /// `{ name: "Rent", limit: 1200.0 }`
  private func text(_ row: [Value], _ headers: [ResultHeader]) -> String {
    let fields = zip(headers, row).map { ObjectField($0.name, $1) }
    return FetchLiteralText(timeZone: timeZone).text(of: .object(fields)).shortened
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
