import Columns

/// Collects the values of one field, row by row, as one kind.
final class JSONColumnBuilder {
  let kind: ScalarKind
  /// The number of rows so far, including nils.
  private(set) var count = 0

  private var nils = NilTracker()
  private var bools: [UInt8] = []
  private var integers: [Int64] = []
  private var doubles: [Double] = []
  private var wides: [UInt128] = []
  private var codes: [UInt32] = []
  private var interner = TextInterner()

  init(kind: ScalarKind) {
    self.kind = kind
  }

  /// Appends `text`. Returns false, without appending, if it is not of the column's kind.
  @inline(__always)
  func append(_ text: FieldText) -> Bool {
    switch kind {
    case .unknown: return false
    case .bool:
      guard let value = BoolText.value(text) else { return false }
      bools.append(value)
    case .int:
      guard let value = NumberText.int(text) else { return false }
      integers.append(value)
    case .double:
      guard let value = DoubleText.element(text) else { return false }
      doubles.append(value)
    case .date:
      guard let value = DateText.microseconds(text) else { return false }
      integers.append(value)
    case .uuid:
      guard let value = UUIDText.number(text) else { return false }
      wides.append(value)
    case .string:
      codes.append(interner.code(for: text))
      interner.noteTexts(1)
    }
    count += 1
    return true
  }

  /// Appends nils up to `row` rows.
  func pad(to row: Int) {
    while count < row {
      nils.markNil(count)
      switch kind {
      case .unknown: break
      case .bool: bools.append(0)
      case .int, .date: integers.append(0)
      case .double: doubles.append(0)
      case .uuid: wides.append(0)
      case .string: codes.append(0)
      }
      count += 1
    }
  }

  /// The column of all rows.
  func makeColumn() -> Column {
    let validity = nils.makeValidity(count: count)
    return switch kind {
    case .unknown: .nils(count: count)
    case .bool: .bool(FixedColumn(values: bools, validity: validity))
    case .int: .int(FixedColumn(values: integers, validity: validity))
    case .double: .double(FixedColumn(values: doubles, validity: validity))
    case .date: .date(FixedColumn(values: integers, validity: validity))
    case .uuid: .uuid(FixedColumn(values: wides, validity: validity))
    case .string:
      .string(
        StringColumn(
          codes: FixedColumn(values: codes, validity: validity),
          dictionary: interner.makeDictionary()
        )
      )
    }
  }
}
