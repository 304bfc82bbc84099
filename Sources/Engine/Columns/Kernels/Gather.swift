import Foundation

extension Column {
  /// The given rows in order; ``nullReference`` gives nil.
  ///
  /// A string column shares its dictionary with the result. All other row numbers must be below
  /// ``count``.
  public func gathered(at rows: [Int64]) -> Column {
    switch self {
    case .bool(let column): .bool(column.gathered(at: rows, filler: 0))
    case .int(let column): .int(column.gathered(at: rows, filler: 0))
    case .double(let column): .double(column.gathered(at: rows, filler: 0))
    case .decimal(let column): .decimal(column.gathered(at: rows, filler: 0))
    case .string(let column):
      .string(
        StringColumn(
          codes: column.codes.gathered(at: rows, filler: 0),
          dictionary: column.dictionary
        )
      )
    case .date(let column): .date(column.gathered(at: rows, filler: 0))
    case .uuid(let column): .uuid(column.gathered(at: rows, filler: 0))
    case .data(let column): .data(column.gathered(at: rows, filler: Data()))
    case .reference(let column):
      .reference(
        FixedColumn(values: column.gatheredValues(at: rows, filler: Column.nullReference))
      )
    case .list(let column): .list(column.gathered(at: rows))
    }
  }
}

extension FixedColumn {
  func gathered(at rows: [Int64], filler: Element) -> FixedColumn {
    let values = gatheredValues(at: rows, filler: filler)
    return FixedColumn(values: values, validity: gatheredValidity(at: rows))
  }

  fileprivate func gatheredValues(at rows: [Int64], filler: Element) -> [Element] {
    if let run = rows.consecutive { return Array(values[run]) }
    return rows.picked(from: values, filler: filler) { $0 }
  }

  /// The validity of `rows`; nil if all have a value.
  fileprivate func gatheredValidity(at rows: [Int64]) -> Validity? {
    let gathered = Validity.gathered(validity, at: rows)
    return gathered?.validCount == rows.count ? nil : gathered
  }
}

extension FixedColumn where Element: FixedWidthInteger {
  /// The same, from the narrow copy if there is one: more of it is in the cache of a processor.
  func gathered(at rows: [Int64], filler: Element) -> FixedColumn {
    let validity = gatheredValidity(at: rows)
    guard let narrow = narrowCopy?.values(of: values, reading: rows.count), rows.consecutive == nil
    else {
      return FixedColumn(values: gatheredValues(at: rows, filler: filler), validity: validity)
    }
    let least = Element(truncatingIfNeeded: narrow.least)
    let values = rows.picked(from: narrow.bytes, filler: filler) {
      least &+ Element(truncatingIfNeeded: $0)
    }
    return FixedColumn(values: values, validity: validity)
  }
}

extension [Int64] {
  /// The elements of `source` at these indexes, and `filler` at ``Column/nullReference``.
  @inline(__always)
  fileprivate func picked<Stored, Picked>(
    from source: [Stored],
    filler: Picked,
    _ value: (Stored) -> Picked
  ) -> [Picked] {
    [Picked](unsafeUninitializedCapacity: count) { target, initialized in
      // Each index is written once; reading `source` is bounds-checked.
      for index in indices {
        let row = self[index]
        let picked = row == Column.nullReference ? filler : value(source[Int(row)])
        target.initializeElement(at: index, to: picked)
      }
      initialized = count
    }
  }

  /// The range of rows, if they are consecutive.
  public var consecutive: Range<Int>? {
    guard let first, let last, first >= 0, last >= first, last - first == Int64(count - 1) else {
      return nil
    }
    let isRun = withUnsafeBufferPointer { rows in
      // A loop without an early exit can be vectorized.
      var differences: Int64 = 0
      for place in 0..<rows.count { differences |= rows[place] ^ (first &+ Int64(place)) }
      return differences == 0
    }
    return isRun ? Int(first)..<Int(last) + 1 : nil
  }
}
