/// A column of fixed-size elements with a null bitmap.
///
/// Nil rows have a filler in `values`. Hot loops read the buffer of `values` once per batch.
@frozen
public struct FixedColumn<Element: Sendable>: Sendable {
  /// One element a row.
  public var values: [Element] {
    didSet { if narrowCopy != nil { narrowCopy = nil } }
  }
  /// The rows that have a value; nil if all do.
  public var validity: Validity?
  /// A copy of ``values`` for repeated scans.
  private(set) var narrowCopy: NarrowCopy?

  /// Creates a column; `validity` must have as many rows as `values`.
  public init(values: [Element], validity: Validity? = nil) {
    self.values = values
    self.validity = validity
  }

  /// The number of rows.
  public var count: Int { values.count }

  /// Whether the column may have a narrow copy, but has no room for one yet.
  var lacksNarrowCopy: Bool { narrowCopy == nil && NarrowCopy.isPossible(for: values) }

  /// Makes room for a narrow copy, if the column may have one.
  mutating func prepareNarrowCopy() {
    if lacksNarrowCopy { narrowCopy = NarrowCopy() }
  }

  /// Whether row `row` holds a value.
  public func isValid(_ row: Int) -> Bool {
    validity?.isValid(row) ?? true
  }

  /// Adds a row; nil rows store `filler`.
  public mutating func append(_ element: Element?, filler: Element) {
    if element == nil { noteNulls() }
    values.append(element ?? filler)
    validity?.append(element != nil)
  }

  /// Adds the rows of `other`.
  public mutating func append(contentsOf other: FixedColumn) {
    if other.validity != nil { noteNulls() }
    values.append(contentsOf: other.values)
    if let added = other.validity {
      validity?.append(contentsOf: added)
    } else {
      validity?.append(repeating: true, count: other.count)
    }
  }

  /// Adds `added` nil rows, which store `filler`.
  public mutating func append(nulls added: Int, filler: Element) {
    append(
      contentsOf: FixedColumn(
        values: Array(repeating: filler, count: added),
        validity: added == 0 ? nil : Validity(repeating: false, count: added)
      )
    )
  }

  /// The number of rows that hold a value.
  public var validCount: Int { validity?.validCount ?? count }

  /// Overwrites a row.
  public mutating func set(_ row: Int, _ element: Element?, filler: Element) {
    if element == nil { noteNulls() }
    values[row] = element ?? filler
    validity?.set(row, element != nil)
  }

  /// Overwrites `rows` with those of `other`.
  mutating func set(_ rows: [Int64], to other: FixedColumn) {
    if other.validity != nil { noteNulls() }
    let source = other.values
    for place in rows.indices { values[Int(rows[place])] = source[place] }
    guard validity != nil else { return }
    for place in rows.indices { validity?.set(Int(rows[place]), other.isValid(place)) }
  }

  /// Starts tracking nil rows.
  private mutating func noteNulls() {
    if validity == nil { validity = Validity(repeating: true, count: values.count) }
  }
}
