import Columns
import Model

/// Numbers groups from 0 in the order in which they are met.
final class GroupNumbers {
  private let keys: [KeyWords]
  private var tables: [PairTable]
  /// The group of each code, where one text is the only key; ``unmet`` for codes not met yet.
  private var groupsOfCodes: [UInt32] = []
  private var groupOfNull: UInt32 = unmet
  /// How many groups were met.
  private(set) var count = 0

  private static let unmet = UInt32.max
  /// Marks a nil among the words of a group; numbers of groups stay below.
  private static let nullMark: UInt32 = 1 << 31

  init(_ expressions: [TypedExpression], _ compiler: ProgramCompiler) {
    keys = expressions.map { KeyWords($0, compiler) }
    tables = expressions.map { _ in PairTable() }
  }

  /// The group of each row of a batch that is asked; throws, with nothing numbered, where one fails.
  func numbers(of batch: SelectedBatch) throws -> [UInt32] {
    let selection = batch.selection
    let rowCount = selection?.count ?? batch.context.count
    guard !keys.isEmpty else {
      if rowCount > 0 { count = 1 }
      return Array(repeating: 0, count: rowCount)
    }
    let rows = try keys.map { try $0.rows(batch.context, selection) }
    if rows.count == 1, rows[0].areCodes { return numbers(ofCodes: rows[0]) }
    return numbers(of: rows, rowCount)
  }

  private func numbers(of rows: [KeyWords.Rows], _ rowCount: Int) -> [UInt32] {
    var numbers: [UInt32] = Array(repeating: 0, count: rowCount)
    for (index, rows) in rows.enumerated() {
      var table = tables[index]
      tables[index] = PairTable()
      for row in 0..<rowCount {
        let isNull = rows.validity.map { $0[row] == 0 } ?? false
        numbers[row] =
          isNull
          ? table.number(of: numbers[row] | Self.nullMark, 0)
          : table.number(of: numbers[row], rows.words[row])
      }
      count = table.count
      tables[index] = table
    }
    return numbers
  }

  /// Codes lead to their groups without a search.
  private func numbers(ofCodes rows: KeyWords.Rows) -> [UInt32] {
    var groups = groupsOfCodes
    groupsOfCodes = []
    defer { groupsOfCodes = groups }
    var numbers: [UInt32] = []
    numbers.reserveCapacity(rows.words.count)
    for (row, word) in rows.words.enumerated() {
      if let validity = rows.validity, validity[row] == 0 {
        if groupOfNull == Self.unmet { groupOfNull = next() }
        numbers.append(groupOfNull)
        continue
      }
      let code = Int(word)
      if code >= groups.count {
        groups.grow(to: max(groups.count, code + 64), filler: Self.unmet)
      }
      if groups[code] == Self.unmet { groups[code] = next() }
      numbers.append(groups[code])
    }
    return numbers
  }

  private func next() -> UInt32 {
    count += 1
    return UInt32(count - 1)
  }
}
