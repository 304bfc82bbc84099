import Columns
import Model

/// The columns of a unique key. Rows with nil in one of them have no key.
struct KeyColumns {
  let columns: [Column]

  /// The key of row `row`, for messages.
  func value(at row: Int) -> Value {
    columns.count == 1 ? columns[0].value(at: row) : .list(columns.map { $0.value(at: row) })
  }

  /// The hash of each row's key; 0 for rows without a key.
  func hashes() -> [UInt32] {
    guard let first = columns.first else { return [] }
    var mixes = Array(repeating: UInt64(0), count: first.count)
    for column in columns { column.mixHashes(into: &mixes) }
    var hashes = mixes.map { max(1, UInt32(truncatingIfNeeded: $0)) }
    for column in columns { column.clearNils(in: &hashes) }
    return hashes
  }

  /// Whether row `row` has the same key as row `otherRow` of `other`; both must have one.
  func isEqual(_ row: Int, _ other: KeyColumns, _ otherRow: Int) -> Bool {
    for place in columns.indices
    where !columns[place].isEqual(row, other.columns[place], otherRow) {
      return false
    }
    return true
  }
}

extension RowIndex {
  /// Creates an index of all rows of `keys`, with the first row of each key.
  init(_ keys: KeyColumns, _ hashes: [UInt32]) {
    reserve(hashes.count)
    for (row, hash) in hashes.enumerated() where hash != 0 {
      if self.row(hash, where: { keys.isEqual($0, keys, row) }) == nil { insert(row, hash) }
    }
  }
}

extension Column {
  /// Adds each row's hash to those of the previous columns.
  fileprivate func mixHashes(into mixes: inout [UInt64]) {
    switch self {
    case .bool(let column): column.mixHashes(into: &mixes)
    case .int(let column), .date(let column): column.mixHashes(into: &mixes)
    case .double(let column): column.mixHashes(into: &mixes)
    case .decimal(let column): column.mixHashes(into: &mixes)
    case .string(let column): column.mixHashes(into: &mixes)
    case .uuid(let column): column.mixHashes(into: &mixes)
    case .data(let column): column.mixHashes(into: &mixes)
    case .reference, .list: break  // the layout has refused keys of arrays
    }
  }

  /// Replaces the hashes of nil rows with 0.
  fileprivate func clearNils(in hashes: inout [UInt32]) {
    guard let validity else { return }
    for row in hashes.indices where !validity.isValid(row) { hashes[row] = 0 }
  }

  fileprivate func isEqual(_ row: Int, _ other: Column, _ otherRow: Int) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): left.values[row] == right.values[otherRow]
    case (.int(let left), .int(let right)), (.date(let left), .date(let right)):
      left.values[row] == right.values[otherRow]
    case (.double(let left), .double(let right)): left.values[row] == right.values[otherRow]
    case (.decimal(let left), .decimal(let right)): left.values[row] == right.values[otherRow]
    case (.string(let left), .string(let right)): left.isEqual(row, right, otherRow)
    case (.uuid(let left), .uuid(let right)): left.values[row] == right.values[otherRow]
    case (.data(let left), .data(let right)): left.values[row] == right.values[otherRow]
    default: false
    }
  }
}

extension FixedColumn where Element: IndexKey {
  fileprivate func mixHashes(into mixes: inout [UInt64]) {
    for row in values.indices {
      mixes[row] = (mixes[row] &* 31 &+ values[row].indexHash).mixed
    }
  }
}

extension StringColumn {
  fileprivate func mixHashes(into mixes: inout [UInt64]) {
    for row in 0..<codes.count where codes.isValid(row) {
      mixes[row] = (mixes[row] &* 31 &+ dictionary.hash(of: codes.values[row])).mixed
    }
  }

  fileprivate func isEqual(_ row: Int, _ other: StringColumn, _ otherRow: Int) -> Bool {
    dictionary.withUTF8(of: codes.values[row]) { left in
      other.dictionary.withUTF8(of: other.codes.values[otherRow]) { right in
        left.elementsEqual(right)
      }
    }
  }
}
