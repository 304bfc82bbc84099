import Foundation
import Model

/// Builds columns of fixed-size elements.
final class FixedColumnBuilder<Element: Sendable>: ColumnBuilder {
  private var storage: FixedColumn<Element>
  private let kind: FixedColumnKind<Element>

  init(_ storage: FixedColumn<Element>, _ kind: FixedColumnKind<Element>) {
    self.storage = storage
    self.kind = kind
  }

  var count: Int { storage.count }
  var column: Column {
    // Several threads read a column that no longer changes, so it is written only the first time.
    if storage.lacksNarrowCopy { storage.prepareNarrowCopy() }
    return kind.wrap(storage)
  }

  func append(_ value: Value) -> Bool {
    let element = kind.element(value)
    guard element != nil || value.isNull else { return false }
    storage.append(element, filler: kind.filler)
    return true
  }

  func append(contentsOf column: Column) -> Bool {
    guard let added = kind.unwrap(column) else { return false }
    if storage.count == 0 { storage = added } else { storage.append(contentsOf: added) }
    return true
  }

  func append(nulls count: Int) {
    storage.append(nulls: count, filler: kind.filler)
  }

  func set(_ row: Int, to value: Value) -> Bool {
    let element = kind.element(value)
    guard element != nil || value.isNull else { return false }
    storage.set(row, element, filler: kind.filler)
    return true
  }

  func set(_ rows: [Int64], to column: Column) -> Bool {
    guard let new = kind.unwrap(column) else { return false }
    kind.overwrite(&storage, rows, new)
    return true
  }
}

/// Converts a kind of column from and to `Column` and `Value`.
struct FixedColumnKind<Element: Sendable> {
  /// The element of nil rows.
  let filler: Element
  let wrap: (FixedColumn<Element>) -> Column
  /// The column if it is of this kind.
  let unwrap: (Column) -> FixedColumn<Element>?
  /// The element of a value of this kind.
  let element: (Value) -> Element?
  /// `FixedColumn.set`, specialized for this element.
  let overwrite: (inout FixedColumn<Element>, [Int64], FixedColumn<Element>) -> Void
}

extension FixedColumnKind<UInt8> {
  static var bool: Self {
    FixedColumnKind(
      filler: 0,
      wrap: Column.bool,
      unwrap: { if case .bool(let column) = $0 { column } else { nil } },
      element: { if case .bool(let value) = $0 { value ? 1 : 0 } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }
}

extension FixedColumnKind<Int64> {
  static var int: Self {
    FixedColumnKind(
      filler: 0,
      wrap: Column.int,
      unwrap: { if case .int(let column) = $0 { column } else { nil } },
      element: { if case .int(let value) = $0 { value } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }

  static var date: Self {
    FixedColumnKind(
      filler: 0,
      wrap: Column.date,
      unwrap: { if case .date(let column) = $0 { column } else { nil } },
      element: { if case .date(let value) = $0 { value.microseconds } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }
}

extension FixedColumnKind<Double> {
  static var double: Self {
    FixedColumnKind(
      filler: 0,
      wrap: Column.double,
      unwrap: { if case .double(let column) = $0 { column } else { nil } },
      element: { if case .double(let value) = $0 { value } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }
}

extension FixedColumnKind<Decimal> {
  static var decimal: Self {
    FixedColumnKind(
      filler: 0,
      wrap: Column.decimal,
      unwrap: { if case .decimal(let column) = $0 { column } else { nil } },
      element: { if case .decimal(let value) = $0 { value } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }
}

extension FixedColumnKind<UInt128> {
  static var uuid: Self {
    FixedColumnKind(
      filler: 0,
      wrap: Column.uuid,
      unwrap: { if case .uuid(let column) = $0 { column } else { nil } },
      element: { if case .uuid(let value) = $0 { value.number } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }
}

extension FixedColumnKind<Data> {
  static var data: Self {
    FixedColumnKind(
      filler: Data(),
      wrap: Column.data,
      unwrap: { if case .data(let column) = $0 { column } else { nil } },
      element: { if case .data(let value) = $0 { value } else { nil } },
      overwrite: { $0.set($1, to: $2) }
    )
  }
}
