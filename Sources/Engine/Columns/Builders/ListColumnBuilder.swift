import Model

/// Builds a column of arrays.
///
/// Overwritten rows are stored separately and merged when the column is next read, since merging
/// moves all later rows.
final class ListColumnBuilder: ColumnBuilder {
  private var starts: [Int]
  private var elements: any ColumnBuilder
  private var validity: Validity?
  private var overwritten: [Int: Column?] = [:]

  init(_ storage: ListColumn) {
    starts = storage.starts
    elements = makeColumnBuilder(continuing: storage.elements)
    validity = storage.validity
  }

  var count: Int { starts.count - 1 }

  var column: Column {
    putInOverwritten()
    return .list(ListColumn(starts: starts, elements: elements.column, validity: validity))
  }

  func append(_ value: Value) -> Bool {
    if value.isNull {
      append(nulls: 1)
      return true
    }
    guard let added = elementColumn(of: value), elements.append(contentsOf: added) else {
      return false
    }
    starts.append(elements.count)
    validity?.append(true)
    return true
  }

  func append(contentsOf column: Column) -> Bool {
    guard case .list(let added) = column, elements.append(contentsOf: added.elements) else {
      return false
    }
    if added.validity != nil { noteNulls() }
    let base = starts[count]
    starts.append(contentsOf: added.starts.dropFirst().map { $0 + base })
    if let addedValidity = added.validity {
      validity?.append(contentsOf: addedValidity)
    } else {
      validity?.append(repeating: true, count: added.count)
    }
    return true
  }

  func append(nulls added: Int) {
    guard added > 0 else { return }
    noteNulls()
    starts.append(contentsOf: repeatElement(starts[count], count: added))
    validity?.append(repeating: false, count: added)
  }

  func set(_ row: Int, to value: Value) -> Bool {
    if value.isNull {
      overwritten[row] = .some(nil)
      return true
    }
    guard let column = elementColumn(of: value) else { return false }
    overwritten[row] = column
    return true
  }

  func set(_ rows: [Int64], to column: Column) -> Bool {
    putInOverwritten()
    let count = self.count
    guard append(contentsOf: column) else { return false }
    guard case .list(let both) = self.column else { return true }
    var sources = (0..<count).map { Int64($0) }
    for (place, row) in rows.enumerated() { sources[Int(row)] = Int64(count + place) }
    let new = both.gathered(at: sources)
    starts = new.starts
    elements = makeColumnBuilder(continuing: new.elements)
    validity = new.validity
    return true
  }

  /// The elements of an array as a column; nil if one has another type.
  private func elementColumn(of value: Value) -> Column? {
    guard case .list(let values) = value else { return nil }
    let builder = makeColumnBuilder(continuing: elements.column.emptied)
    return values.allSatisfy(builder.append) ? builder.column : nil
  }

  private func noteNulls() {
    if validity == nil { validity = Validity(repeating: true, count: count) }
  }

  private func putInOverwritten() {
    if overwritten.isEmpty { return }
    let old = ListColumn(starts: starts, elements: elements.column, validity: validity)
    let new = ListColumnBuilder(ListColumn(elements: old.elements.emptied))
    var row = 0
    for changed in overwritten.keys.sorted() {
      new.take(old, row..<changed)
      new.take(overwritten[changed] ?? nil)
      row = changed + 1
    }
    new.take(old, row..<old.count)
    (starts, elements, validity, overwritten) = (new.starts, new.elements, new.validity, [:])
  }

  /// Adds rows of a column of the same type.
  private func take(_ column: ListColumn, _ rows: Range<Int>) {
    let taken = column.gathered(at: rows.map { Int64($0) })
    let isTaken = append(contentsOf: .list(taken))
    precondition(isTaken, "rows of one column are of one type")
  }

  /// Adds a row with these elements, or nil.
  private func take(_ added: Column?) {
    guard let added else { return append(nulls: 1) }
    let isTaken = elements.append(contentsOf: added)
    precondition(isTaken, "the elements were checked when the row was overwritten")
    starts.append(elements.count)
    validity?.append(true)
  }
}
