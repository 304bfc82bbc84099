import Columns
import Expressions
import Model
import Storage

/// `mode(x)` of Ints, dates and strings: counts the values of each group.
final class ModeCounter: AppendableAccumulator {
  private let isText: Bool
  private let isDate: Bool
  private let words: KeyWords
  private var pairs = PairTable()
  /// The number of rows of each pair of a group and a value.
  private var counts: [Int] = []
  private var groupCount = 0

  /// Marks nil in the group of a pair.
  private static let nullMark: UInt32 = 1 << 31

  init(_ element: TypedExpression, isText: Bool, _ compiler: ProgramCompiler) {
    self.isText = isText
    isDate = element.type == .date
    words = KeyWords(element, compiler)
  }

  func grow(to groupCount: Int) { self.groupCount = max(self.groupCount, groupCount) }

  func add(_ rows: GroupedRows) throws {
    let found = try words.rows(rows.context, rows.rows)
    var numbers = rows.groups
    pairs.number(&numbers, found.words, found.validity, nullMark: Self.nullMark)
    counts.grow(to: pairs.count, filler: 0)
    counts.withUnsafeMutableBufferPointer { counts in
      for number in numbers { counts[Int(number)] &+= 1 }
    }
  }

  /// `KeyWords` already uses the scalar evaluator, so nothing is left to add.
  func add(_ value: Value, to group: Int) {}

  func append(_ next: ModeCounter, _ groups: [UInt32]) {
    next.forEachPair { group, word, count in
      let number = pairs.number(of: groups[group], words.word(word, of: next.words))
      counts.grow(to: pairs.count, filler: 0)
      counts[Int(number)] += count
    }
  }

  private func forEachPair(_ body: (_ group: Int, _ word: UInt64, _ count: Int) -> Void) {
    for number in counts.indices {
      let pair = pairs.pair(number)
      if pair.group & Self.nullMark == 0 { body(Int(pair.group), pair.word, counts[number]) }
    }
  }

  /// The most frequent value of each group, the least of several.
  func column() -> Column {
    var best = Array(repeating: UInt64?.none, count: groupCount)
    var most = Array(repeating: 0, count: groupCount)
    forEachPair { group, word, count in
      let isBetter =
        count == most[group] ? best[group].map { isLess(word, $0) } ?? true : count > most[group]
      if isBetter { (best[group], most[group]) = (word, count) }
    }
    if isText {
      let codes = best.map { $0.map { UInt32(truncatingIfNeeded: $0) } }
      return .string(
        StringColumn(
          codes: FixedColumn(Vector(codes, filler: 0)),
          dictionary: words.dictionary ?? StringDictionary()
        )
      )
    }
    let column = FixedColumn(Vector(best.map { $0.map { Int64(bitPattern: $0) } }, filler: 0))
    return isDate ? .date(column) : .int(column)
  }

  private func isLess(_ left: UInt64, _ right: UInt64) -> Bool {
    guard let dictionary = words.dictionary else {
      return Int64(bitPattern: left) < Int64(bitPattern: right)
    }
    return dictionary.compare(
      UInt32(truncatingIfNeeded: left),
      UInt32(truncatingIfNeeded: right)
    ) < 0
  }
}

extension StringDictionary {
  /// −1, 0 or 1 if the first string is less than, equal to or greater than the second one.
  func compare(_ left: UInt32, _ right: UInt32) -> Int {
    withUTF8(of: left) { left in withUTF8(of: right) { LexicalOrder.compare(left, $0) } }
  }
}
