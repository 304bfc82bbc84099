import Model

/// Builds a column of strings with a dictionary.
final class StringColumnBuilder: ColumnBuilder {
  private var storage: StringColumn

  init(_ storage: StringColumn) {
    self.storage = storage
  }

  var count: Int { storage.codes.count }
  var column: Column {
    // Several threads read a column that no longer changes, so it is written only the first time.
    if storage.codes.lacksNarrowCopy { storage.codes.prepareNarrowCopy() }
    return .string(storage)
  }

  func append(_ value: Value) -> Bool {
    switch value {
    case .string(let text): storage.codes.append(storage.dictionary.code(for: text), filler: 0)
    case .null: storage.codes.append(nil, filler: 0)
    default: return false
    }
    return true
  }

  func append(contentsOf column: Column) -> Bool {
    guard case .string(let added) = column else { return false }
    if storage.codes.count == 0 { storage = added } else { storage.append(contentsOf: added) }
    return true
  }

  func append(nulls count: Int) {
    storage.codes.append(nulls: count, filler: 0)
  }

  func set(_ row: Int, to value: Value) -> Bool {
    switch value {
    case .string(let text): storage.codes.set(row, storage.dictionary.code(for: text), filler: 0)
    case .null: storage.codes.set(row, nil, filler: 0)
    default: return false
    }
    return true
  }

  func set(_ rows: [Int64], to column: Column) -> Bool {
    guard case .string(let new) = column else { return false }
    storage.set(rows, to: new)
    return true
  }
}
