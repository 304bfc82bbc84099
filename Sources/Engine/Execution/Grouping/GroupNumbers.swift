import Columns
import Model

/// Numbers groups from 0 in order of appearance.
final class GroupNumbers {
  private let keys: [KeyWords]
  private var tables: [PairTable]
  /// The group of each code if a string is the only key; ``unseen`` for new codes.
  private var groupsOfCodes: [UInt32] = []
  private var groupOfNull: UInt32 = unseen
  /// The number of groups.
  private(set) var count = 0

  private static let unseen = UInt32.max
  /// Marks nil in the words of a group; group numbers are smaller.
  private static let nullMark: UInt32 = 1 << 31

  init(_ expressions: [TypedExpression], _ compiler: ProgramCompiler) {
    keys = expressions.map { KeyWords($0, compiler) }
    tables = expressions.map { _ in PairTable() }
  }

  /// The group of each selected row. Throws, without adding groups, if a row fails.
  func numbers(of batch: SelectedBatch) throws -> [UInt32] {
    let selection = batch.selection
    let rowCount = selection?.count ?? batch.context.count
    guard !keys.isEmpty else {
      if rowCount > 0 { count = 1 }
      return Array(repeating: 0, count: rowCount)
    }
    let rows = try keys.map { try $0.rows(batch.context, selection) }
    if rows.count == 1, case .codes(let codes, let textCount) = rows[0].kind {
      return numbers(of: codes, rows[0].validity, textCount)
    }
    return numbers(of: rows, rowCount)
  }

  private func numbers(of rows: [KeyWords.Rows], _ rowCount: Int) -> [UInt32] {
    var numbers: [UInt32] = Array(repeating: 0, count: rowCount)
    for (index, rows) in rows.enumerated() {
      var table = tables[index]
      tables[index] = PairTable()
      table.number(&numbers, rows.words, rows.validity, nullMark: Self.nullMark)
      count = table.count
      tables[index] = table
    }
    return numbers
  }

  /// Looks up groups by code; all codes of values are less than `textCount`.
  private func numbers(
    of codes: Vector<UInt32>,
    _ validity: [UInt8]?,
    _ textCount: Int
  ) -> [UInt32] {
    // No rows, no groups.
    guard codes.count > 0 else { return [] }
    // There is a place for each byte, so that narrow codes need no check.
    let size = max(groupsOfCodes.count, textCount, codes.narrow == nil ? 0 : 1 << 8)
    groupsOfCodes.grow(to: size, filler: Self.unseen)
    guard let last = groupsOfCodes.indices.last.map({ UInt32(clamping: $0) }) else {
      return Array(repeating: groupOfNil(), count: codes.count)
    }
    var numbers = groupsOfCodes.withUnsafeBufferPointer { groups in
      if let (bytes, least) = codes.narrowRows, least == 0 { return bytes.map { groups[Int($0)] } }
      // Fillers of nil rows may not be codes.
      return codes.map { groups[Int(min($0, last))] }
    }
    if validity == nil, !Self.hasUnseen(numbers) { return numbers }
    for row in numbers.indices {
      if let validity, validity[row] == 0 {
        numbers[row] = groupOfNil()
      } else if numbers[row] == Self.unseen {
        numbers[row] = group(of: Int(codes[row]))
      }
    }
    return numbers
  }

  private static func hasUnseen(_ numbers: [UInt32]) -> Bool {
    numbers.withUnsafeBufferPointer { numbers in
      // Only the mark has the highest bit. A loop without an early exit can be vectorized.
      var bits: UInt32 = 0
      for number in numbers { bits |= number }
      return bits & nullMark != 0
    }
  }

  private func group(of code: Int) -> UInt32 {
    if groupsOfCodes[code] == Self.unseen { groupsOfCodes[code] = next() }
    return groupsOfCodes[code]
  }

  private func groupOfNil() -> UInt32 {
    if groupOfNull == Self.unseen { groupOfNull = next() }
    return groupOfNull
  }

  private func next() -> UInt32 {
    count += 1
    return UInt32(count - 1)
  }
}
