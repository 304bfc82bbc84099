import Foundation
public import Model

/// Fills a column row by row and lends it out as it is at any time.
///
/// A column that was lent is a copy-on-write version: the builder copies its buffers when it next
/// changes while the version is still held, and changes them in place otherwise.
public protocol ColumnBuilder: AnyObject {
  /// The number of rows so far.
  var count: Int { get }
  /// The rows so far.
  var column: Column { get }
  /// Adds a row; false, and nothing is added, when `value` is not of the column's type.
  func append(_ value: Value) -> Bool
  /// Overwrites a row that exists; false, and nothing changes, when `value` is of another type.
  func set(_ row: Int, to value: Value) -> Bool
}

/// Makes the builder that continues a column.
public func makeColumnBuilder(continuing column: Column) -> any ColumnBuilder {
  switch column {
  case .bool(let column):
    FixedColumnBuilder(column, filler: 0, wrap: Column.bool) {
      if case .bool(let value) = $0 { value ? 1 : 0 } else { nil }
    }
  case .int(let column):
    FixedColumnBuilder(column, filler: 0, wrap: Column.int) {
      if case .int(let value) = $0 { value } else { nil }
    }
  case .double(let column):
    FixedColumnBuilder(column, filler: 0, wrap: Column.double) {
      if case .double(let value) = $0 { value } else { nil }
    }
  case .decimal(let column):
    FixedColumnBuilder(column, filler: 0, wrap: Column.decimal) {
      if case .decimal(let value) = $0 { value } else { nil }
    }
  case .date(let column):
    FixedColumnBuilder(column, filler: 0, wrap: Column.date) {
      if case .date(let value) = $0 { value.microseconds } else { nil }
    }
  case .uuid(let column):
    FixedColumnBuilder(column, filler: 0, wrap: Column.uuid) {
      if case .uuid(let value) = $0 { value.number } else { nil }
    }
  case .data(let column):
    FixedColumnBuilder(column, filler: Data(), wrap: Column.data) {
      if case .data(let value) = $0 { value } else { nil }
    }
  case .reference(let column):
    ReferenceColumnBuilder(column)
  case .string(let column):
    StringColumnBuilder(column)
  }
}

/// Builds every column whose elements have one size.
final class FixedColumnBuilder<Element: Sendable>: ColumnBuilder {
  private var storage: FixedColumn<Element>
  private let filler: Element
  private let wrap: (FixedColumn<Element>) -> Column
  private let element: (Value) -> Element?

  init(
    _ storage: FixedColumn<Element>,
    filler: Element,
    wrap: @escaping (FixedColumn<Element>) -> Column,
    element: @escaping (Value) -> Element?
  ) {
    self.storage = storage
    self.filler = filler
    self.wrap = wrap
    self.element = element
  }

  var count: Int { storage.count }
  var column: Column { wrap(storage) }

  func append(_ value: Value) -> Bool {
    let element = element(value)
    guard element != nil || value.isNull else { return false }
    storage.append(element, filler: filler)
    return true
  }

  func set(_ row: Int, to value: Value) -> Bool {
    let element = element(value)
    guard element != nil || value.isNull else { return false }
    storage.set(row, element, filler: filler)
    return true
  }
}

/// Builds a column of references; through `Value` it takes only nil.
public final class ReferenceColumnBuilder: ColumnBuilder {
  private var storage: FixedColumn<Int64>

  /// Continues `storage`.
  public init(_ storage: FixedColumn<Int64>) {
    self.storage = storage
  }

  /// The number of rows so far.
  public var count: Int { storage.count }
  /// The rows so far.
  public var column: Column { .reference(storage) }

  /// Adds a row; only nil is taken.
  public func append(_ value: Value) -> Bool {
    guard value.isNull else { return false }
    append(Column.nullReference)
    return true
  }

  /// Overwrites a row; only nil is taken.
  public func set(_ row: Int, to value: Value) -> Bool {
    guard value.isNull else { return false }
    set(row, to: Column.nullReference)
    return true
  }

  /// Adds a reference as a row.
  public func append(_ reference: Int64) {
    storage.values.append(reference)
  }

  /// Overwrites a row by a reference.
  public func set(_ row: Int, to reference: Int64) {
    storage.values[row] = reference
  }
}

/// Builds a column of strings, each distinct text once in the dictionary.
final class StringColumnBuilder: ColumnBuilder {
  private var storage: StringColumn

  init(_ storage: StringColumn) {
    self.storage = storage
  }

  var count: Int { storage.codes.count }
  var column: Column { .string(storage) }

  func append(_ value: Value) -> Bool {
    switch value {
    case .string(let text): storage.codes.append(storage.dictionary.code(for: text), filler: 0)
    case .null: storage.codes.append(nil, filler: 0)
    default: return false
    }
    return true
  }

  func set(_ row: Int, to value: Value) -> Bool {
    switch value {
    case .string(let text): storage.codes.set(row, storage.dictionary.code(for: text), filler: 0)
    case .null: storage.codes.set(row, nil, filler: 0)
    default: return false
    }
    return true
  }
}
