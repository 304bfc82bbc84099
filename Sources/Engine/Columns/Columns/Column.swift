public import Foundation
public import Model

/// The values of one stored field for many rows, as a typed buffer.
public enum Column: Sendable {
  /// 0 or 1 per row.
  case bool(FixedColumn<UInt8>)
  case int(FixedColumn<Int64>)
  case double(FixedColumn<Double>)
  case decimal(FixedColumn<Decimal>)
  case string(StringColumn)
  /// Microseconds since 1970 UTC.
  case date(FixedColumn<Int64>)
  /// The 16 bytes as one big-endian number, so that order by bytes is order by number.
  case uuid(FixedColumn<UInt128>)
  case data(FixedColumn<Data>)
  /// References to rows of another entity; see ``nullReference``.
  case reference(FixedColumn<Int64>)
  /// One array per row.
  indirect case list(ListColumn)

  /// The reference to no record; reference columns have no validity.
  public static let nullReference = Int64.min

  /// The number of rows.
  public var count: Int {
    switch self {
    case .bool(let column): column.count
    case .int(let column), .date(let column), .reference(let column): column.count
    case .double(let column): column.count
    case .decimal(let column): column.count
    case .string(let column): column.codes.count
    case .uuid(let column): column.count
    case .data(let column): column.count
    case .list(let column): column.count
    }
  }

  /// The rows that have a value; nil if all do, and for references.
  package var validity: Validity? {
    switch self {
    case .bool(let column): column.validity
    case .int(let column), .date(let column): column.validity
    case .double(let column): column.validity
    case .decimal(let column): column.validity
    case .string(let column): column.codes.validity
    case .uuid(let column): column.validity
    case .data(let column): column.validity
    case .reference: nil
    case .list(let column): column.validity
    }
  }

  /// The number of rows that hold a value.
  public var validCount: Int {
    if case .reference(let column) = self {
      return column.values.count { $0 != Self.nullReference }
    }
    return validity?.validCount ?? count
  }

  /// Whether row `row` holds a value.
  public func isValid(_ row: Int) -> Bool {
    if case .reference(let column) = self { return column.values[row] != Self.nullReference }
    return validity?.isValid(row) ?? true
  }

  /// The value of row `row`. References are nil here; only results resolve them.
  public func value(at row: Int) -> Value {
    switch self {
    case .bool(let column): column.isValid(row) ? .bool(column.values[row] != 0) : .null
    case .int(let column): column.isValid(row) ? .int(column.values[row]) : .null
    case .double(let column): column.isValid(row) ? .double(column.values[row]) : .null
    case .decimal(let column): column.isValid(row) ? .decimal(column.values[row]) : .null
    case .string(let column): column.string(at: row).map(Value.string) ?? .null
    case .date(let column):
      column.isValid(row) ? .date(Timestamp(microseconds: column.values[row])) : .null
    case .uuid(let column): column.isValid(row) ? .uuid(UUID(column.values[row])) : .null
    case .data(let column): column.isValid(row) ? .data(column.values[row]) : .null
    case .reference: .null
    case .list(let column): column.value(at: row)
    }
  }

  /// An empty column of a type; nil if it cannot be stored.
  public static func empty(of type: ValueType) -> Column? {
    switch type {
    case .bool: .bool(FixedColumn(values: []))
    case .int: .int(FixedColumn(values: []))
    case .double: .double(FixedColumn(values: []))
    case .decimal: .decimal(FixedColumn(values: []))
    case .string, .enumeration: .string(StringColumn())
    case .date: .date(FixedColumn(values: []))
    case .uuid: .uuid(FixedColumn(values: []))
    case .data: .data(FixedColumn(values: []))
    case .record: .reference(FixedColumn(values: []))
    case .list(.list), .list(.record): nil
    case .list(let element): empty(of: element).map { .list(ListColumn(elements: $0)) }
    case .duration, .null, .composite, .toMany: nil
    }
  }

  /// An empty column of the same type.
  var emptied: Column {
    switch self {
    case .bool: .bool(FixedColumn(values: []))
    case .int: .int(FixedColumn(values: []))
    case .double: .double(FixedColumn(values: []))
    case .decimal: .decimal(FixedColumn(values: []))
    case .string: .string(StringColumn())
    case .date: .date(FixedColumn(values: []))
    case .uuid: .uuid(FixedColumn(values: []))
    case .data: .data(FixedColumn(values: []))
    case .reference: .reference(FixedColumn(values: []))
    case .list(let column): .list(ListColumn(elements: column.elements.emptied))
    }
  }
}

extension UUID {
  /// Creates a UUID from its bytes, most significant first.
  public init(_ number: UInt128) {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }

  /// The bytes as one number, most significant first.
  public var number: UInt128 {
    withUnsafeBytes(of: uuid) { bytes in
      bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    }
  }
}

extension Column {
  /// The approximate memory in bytes.
  public var byteCount: Int {
    if case .string(let column) = self {
      return byteCountOfRows + column.dictionary.byteCount
    }
    return byteCountOfRows
  }

  /// The approximate memory of the rows in bytes, without the dictionary.
  public var byteCountOfRows: Int {
    switch self {
    case .bool(let column): column.byteCount
    case .int(let column), .date(let column), .reference(let column): column.byteCount
    case .double(let column): column.byteCount
    case .decimal(let column): column.byteCount
    case .uuid(let column): column.byteCount
    case .data(let column): column.values.reduce(column.byteCount) { $0 + $1.count }
    case .string(let column): column.codes.byteCount
    case .list(let column):
      column.starts.count * MemoryLayout<Int>.stride + column.elements.byteCount
    }
  }
}

extension FixedColumn {
  /// The approximate memory in bytes, without indirect storage.
  fileprivate var byteCount: Int {
    values.count * MemoryLayout<Element>.stride + (validity?.words.count ?? 0) * 8
  }
}
