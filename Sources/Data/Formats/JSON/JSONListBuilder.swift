import Columns

/// Collects arrays of scalars, row by row, while all elements are of one kind.
final class JSONListBuilder {
  /// The kind of the elements; nil if all are null.
  private(set) var kind: ScalarKind?
  /// The kind that fits all elements, once an element is not of ``kind``.
  private(set) var widened: ScalarKind?
  /// The number of elements of all rows.
  private(set) var elementCount = 0

  private var starts = [0]
  private var nils = NilTracker()
  private var elements: JSONColumnBuilder?
  /// Whether numbers are kept as strings, exactly as written.
  private let keepsNumbers: Bool

  init(kind: ScalarKind? = nil, keepsNumbers: Bool = false) {
    self.kind = kind
    self.keepsNumbers = keepsNumbers
    elements = kind.map { JSONColumnBuilder(kind: $0) }
  }

  /// Adds nil for the rows before `row` that have no array.
  func pad(to row: Int) {
    while starts.count - 1 < row {
      nils.markNil(starts.count - 1)
      starts.append(elementCount)
    }
  }

  /// Ends the array of the next row.
  func endRow() {
    starts.append(elementCount)
  }

  /// Adds an element that is null.
  func appendNull() {
    elementCount += 1
  }

  /// Adds an element. Returns false if no kind fits it and the others.
  func append(_ text: FieldText, isString: Bool) -> Bool {
    let found = keepsNumbers ? .string : JSONField.kind(of: text, isString)
    // A number that is neither an Int nor a Double would become a string among numbers.
    guard isString || keepsNumbers || found != .string else { return false }
    if kind == nil {
      kind = found
      elements = JSONColumnBuilder(kind: found)
    }
    guard let kind, let elements else { return false }
    elements.pad(to: elementCount)
    elementCount += 1
    guard let joined = Self.joined(widened ?? kind, found) else { return false }
    if widened != nil || joined != kind {
      widened = joined
      return true
    }
    return elements.append(text)
  }

  /// The column of `count` rows.
  func makeColumn(count: Int) -> Column {
    pad(to: count)
    elements?.pad(to: elementCount)
    return .list(
      ListColumn(
        starts: starts,
        elements: elements?.makeColumn() ?? .nils(count: elementCount),
        validity: nils.makeValidity(count: count)
      )
    )
  }

  /// The kind for elements of both kinds; nil if only JSON text can hold both.
  private static func joined(_ kind: ScalarKind, _ other: ScalarKind) -> ScalarKind? {
    if kind == other { return kind }
    if JSONField.isQuoted(kind), JSONField.isQuoted(other) { return .string }
    let joined = kind.joined(with: other)
    return joined == .string ? nil : joined
  }
}
