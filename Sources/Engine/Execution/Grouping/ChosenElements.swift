import Columns
import Expressions
import Model
import Storage

/// Chooses rows of a column for each group: the first ones, the best ones, the most frequent ones.
struct ChosenElements {
  let column: Column
  private let groups: RowGroups
  /// 1 for each row with a value; nil if all have one.
  private let validity: [UInt8]?

  init(_ column: Column, _ groups: RowGroups) {
    (self.column, self.groups) = (column, groups)
    validity = column.validity.map { validity in
      (0..<column.count).map { validity.isValid($0).bit }
    }
  }

  var allRows: [UInt32] { Array(0..<UInt32(truncatingIfNeeded: groups.numbers.count)) }

  /// Calls `body` with each row that has a value, and its group.
  @inline(__always)
  private func forEach(in order: [UInt32]?, _ body: (_ row: Int, _ group: Int) -> Void) {
    groups.numbers.withUnsafeBufferPointer { numbers in
      func visit(_ row: Int) {
        if let validity, validity[row] == 0 { return }
        body(row, Int(numbers[row]))
      }
      if let order {
        for row in order { visit(Int(row)) }
      } else {
        for row in numbers.indices { visit(row) }
      }
    }
  }

  /// The first value of each group in an order.
  func firsts(in order: [UInt32]?) -> Column {
    var rows = Array(repeating: Column.nullReference, count: groups.count)
    rows.withUnsafeMutableBufferPointer { rows in
      forEach(in: order) { row, group in
        if rows[group] == Column.nullReference { rows[group] = Int64(row) }
      }
    }
    return column.gathered(at: rows)
  }

  /// The least or the greatest value of each group, the first of equal ones.
  func extremes(isLeast: Bool) -> Column {
    let wanted = isLeast ? -1 : 1
    var rows = Array(repeating: Column.nullReference, count: groups.count)
    withComparison { compare in
      rows.withUnsafeMutableBufferPointer { rows in
        forEach(in: nil) { row, group in
          let best = rows[group]
          if best == Column.nullReference || compare(row, Int(best)) == wanted {
            rows[group] = Int64(row)
          }
        }
      }
    }
    return column.gathered(at: rows)
  }

  /// The most frequent value of each group, the least of several.
  func modes() -> Column {
    let words = equalityWords
    var pairs = PairTable()
    // The number of values of each pair of a group and a value, and its first row.
    var counts: [Int] = []
    var first: [Int] = []
    forEach(in: nil) { row, group in
      let number = Int(pairs.number(of: UInt32(truncatingIfNeeded: group), words[row]))
      if number == counts.count {
        counts.append(1)
        first.append(row)
      } else {
        counts[number] += 1
      }
    }
    var best = Array(repeating: -1, count: groups.count)
    withComparison { compare in
      for number in counts.indices {
        let group = Int(groups.numbers[first[number]])
        guard best[group] >= 0 else {
          best[group] = number
          continue
        }
        let other = best[group]
        let isBetter =
          counts[number] == counts[other]
          ? compare(first[number], first[other]) == -1 : counts[number] > counts[other]
        if isBetter { best[group] = number }
      }
    }
    return column.gathered(at: best.map { $0 < 0 ? Column.nullReference : Int64(first[$0]) })
  }

  /// The rows of each group with a value, without duplicates and limited as the options require.
  func lists(_ options: AggregateOptions, in order: [UInt32]?) -> [[UInt32]] {
    let words = options.isDistinct ? equalityWords : []
    let limit = options.limit ?? .max
    var pairs = PairTable()
    let (rows, places) = groups.rows(in: order)
    return places.enumerated().map { group, places in
      if validity == nil, !options.isDistinct { return Array(rows[places].prefix(limit)) }
      var chosen: [UInt32] = []
      for row in rows[places] where chosen.count < limit {
        if let validity, validity[Int(row)] == 0 { continue }
        if options.isDistinct {
          let known = pairs.count
          let group = UInt32(truncatingIfNeeded: group)
          if Int(pairs.number(of: group, words[Int(row)])) < known { continue }
        }
        chosen.append(row)
      }
      return chosen
    }
  }

  /// A word for each row; equal values, and only those, have the same. Nils have any.
  private var equalityWords: [UInt64] {
    switch column {
    case .bool(let column): return column.values.map { UInt64($0) }
    case .int(let column), .date(let column), .reference(let column):
      return column.values.map { UInt64(bitPattern: $0) }
    // Adding 0 turns −0 into 0.
    case .double(let column): return column.values.map { ($0 + 0).bitPattern }
    case .string(let column) where column.dictionary.isDistinct:
      return column.codes.values.map { UInt64($0) }
    default:
      var words: [Value: UInt64] = [:]
      return (0..<column.count).map { row in
        let value = column.value(at: row)
        if let known = words[value] { return known }
        words[value] = UInt64(words.count)
        return UInt64(words.count - 1)
      }
    }
  }

  /// Calls `body` with a comparison of rows: −1, 0 or 1 if the value of the first is less than,
  /// equal to or greater than that of the second.
  private func withComparison(_ body: ((Int, Int) -> Int) -> Void) {
    switch column {
    case .int(let column), .date(let column):
      column.values.withUnsafeBufferPointer { values in
        body { values[$0] == values[$1] ? 0 : values[$0] < values[$1] ? -1 : 1 }
      }
    case .string(let column):
      let dictionary = column.dictionary
      column.codes.values.withUnsafeBufferPointer { codes in
        dictionary.bytes.withUnsafeBufferPointer { bytes in
          dictionary.starts.withUnsafeBufferPointer { starts in
            func text(_ code: UInt32) -> UnsafeBufferPointer<UInt8> {
              UnsafeBufferPointer(rebasing: bytes[starts[Int(code)]..<starts[Int(code) + 1]])
            }
            body { left, right in
              codes[left] == codes[right]
                ? 0 : LexicalOrder.compare(text(codes[left]), text(codes[right]))
            }
          }
        }
      }
    default:
      body { ValueOrder.compare(column.value(at: $0), column.value(at: $1)) ?? 0 }
    }
  }
}
