public import Model

/// A column of arrays: the elements of all rows, and where each row begins.
public struct ListColumn: Sendable {
  /// Row `n` has the elements `elements[starts[n]..<starts[n + 1]]`. Has one more item than there
  /// are rows.
  public private(set) var starts: [Int]
  /// The elements of all rows.
  public private(set) var elements: Column
  /// The rows that are not nil; nil if all are.
  public private(set) var validity: Validity?

  /// Creates a column; `starts` ascends from 0 to the number of `elements`.
  public init(starts: [Int] = [0], elements: Column, validity: Validity? = nil) {
    precondition(starts.first == 0 && starts.last == elements.count)
    self.starts = starts
    self.elements = elements
    self.validity = validity
  }

  /// The number of rows.
  public var count: Int { starts.count - 1 }

  /// The number of rows that hold an array.
  public var validCount: Int { validity?.validCount ?? count }

  /// Whether row `row` holds an array.
  public func isValid(_ row: Int) -> Bool {
    validity?.isValid(row) ?? true
  }

  /// The range of the elements of row `row`.
  public func range(of row: Int) -> Range<Int> {
    starts[row]..<starts[row + 1]
  }

  /// The array in row `row`, or nil.
  public func value(at row: Int) -> Value {
    isValid(row) ? .list(range(of: row).map { elements.value(at: $0) }) : .null
  }

  /// The given rows in order; ``Column/nullReference`` gives nil.
  func gathered(at rows: [Int64]) -> ListColumn {
    var starts = [0]
    starts.reserveCapacity(rows.count + 1)
    var places: [Int64] = []
    for row in rows {
      if row != Column.nullReference {
        let range = range(of: Int(row))
        places.append(contentsOf: Int64(range.lowerBound)..<Int64(range.upperBound))
      }
      starts.append(places.count)
    }
    return ListColumn(
      starts: starts,
      elements: elements.gathered(at: places),
      validity: Validity.gathered(validity, at: rows)
    )
  }
}
