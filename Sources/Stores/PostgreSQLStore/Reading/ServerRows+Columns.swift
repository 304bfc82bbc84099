import Columns
import Foundation
import Model
import NativeStores
import SQLGeneration

/// Columns of rows in binary form.
extension ServerRows {
  /// A column of values of `type`. Values that do not fit are nil, and counted in `invalid`.
  func column(_ place: Int, _ type: ValueType, _ invalid: inout Int) -> Column? {
    let kind = kind(of: place, type)
    switch type {
    case .bool:
      return .bool(fixed(place, 0, &invalid) { $0.count == 1 ? ($0[0] == 0 ? 0 : 1) : nil })
    case .int:
      return .int(fixed(place, 0, &invalid) { kind.integer($0) })
    case .double:
      return .double(
        // The sum turns the negative zero into the positive one, which it equals.
        fixed(place, 0, &invalid) { cell in kind.real(cell).flatMap { $0.isNaN ? nil : $0 + 0 } }
      )
    case .decimal:
      return .decimal(fixed(place, 0, &invalid) { ServerNumeric.decimal($0, kind) })
    case .date:
      return .date(fixed(place, 0, &invalid) { kind.microseconds($0) })
    case .uuid:
      return .uuid(
        fixed(place, 0, &invalid) { cell in
          cell.count == 16 ? cell.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } : nil
        }
      )
    case .data: return .data(fixed(place, Data(), &invalid) { Data($0) })
    case .string: return .string(strings(place, nil, &invalid))
    case .enumeration(let enumeration): return .string(strings(place, enumeration, &invalid))
    case .list(let element):
      let values = (0..<rowCount).map { row -> Value in
        withCell(row, place) { cell in
          guard let cell else { return .null }
          if let list = ServerArray.elements(cell, element) { return .list(list) }
          invalid += 1
          return .null
        }
      }
      return Column(values, of: type)
    default: return nil
    }
  }

  /// A column of values in the encoding of a native store.
  func column(
    _ place: Int,
    _ codec: ColumnCodec,
    _ type: ValueType,
    _ invalid: inout Int
  ) -> Column? {
    guard codec == .json, case .list(let element) = type else {
      return column(place, type, &invalid)
    }
    let values = (0..<rowCount).map { row -> Value in
      withCell(row, place) { cell in
        guard let cell else { return .null }
        let text = String(decoding: cell, as: UTF8.self)
        if let elements = ListText.elements(of: text, element) { return .list(elements) }
        invalid += 1
        return .null
      }
    }
    return Column(values, of: type)
  }

  /// References in a column of whole numbers.
  func references(_ place: Int) -> [Int64] {
    let kind = kind(of: place, .int)
    return (0..<rowCount).map { row in
      withCell(row, place) { $0.flatMap { kind.integer($0) } ?? Column.nullReference }
    }
  }

  /// A whole number of any size; nil for NULL.
  func wide(_ row: Int, _ place: Int) -> Int128? {
    let kind = kind(of: place, .int)
    return withCell(row, place) { cell in
      cell.flatMap { kind.integer($0).map { Int128($0) } ?? ServerNumeric.integer($0) }
    }
  }

  @inline(__always)
  private func fixed<Element: Sendable>(
    _ place: Int,
    _ filler: Element,
    _ invalid: inout Int,
    _ read: (UnsafeRawBufferPointer) -> Element?
  ) -> FixedColumn<Element> {
    var nils: [Int] = []
    let count = rowCount
    let values = [Element](unsafeUninitializedCapacity: count) { values, initialized in
      for row in 0..<count {
        withCell(row, place) { cell in
          if let cell, let value = read(cell) {
            values.initializeElement(at: row, to: value)
            return
          }
          if cell != nil { invalid += 1 }
          nils.append(row)
          values.initializeElement(at: row, to: filler)
        }
      }
      initialized = count
    }
    return FixedColumn(values: values, validity: validity(rowCount, nils))
  }

  private func validity(_ count: Int, _ nils: [Int]) -> Validity? {
    if nils.isEmpty { return nil }
    var validity = Validity(repeating: true, count: count)
    for row in nils { validity.set(row, false) }
    return validity
  }

  private func strings(
    _ place: Int,
    _ enumeration: EnumerationType?,
    _ invalid: inout Int
  ) -> StringColumn {
    var dictionary = StringDictionary()
    let codes = fixed(place, UInt32(0), &invalid) { cell in
      if let enumeration, enumeration.ordinal(of: String(decoding: cell, as: UTF8.self)) == nil {
        return nil
      }
      return dictionary.code(for: cell.bindMemory(to: UInt8.self))
    }
    return StringColumn(codes: codes, dictionary: dictionary)
  }
}

/// The server's numbers for types whose binary form is read.
enum ServerKind: UInt32 {
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case float4 = 700
  case float8 = 701
  case date = 1082
  case timestamp = 1114
  case timestampWithZone = 1184
  case numeric = 1700
  case other = 0

  init(rawValue: UInt32) {
    self =
      switch rawValue {
      case 20, 26: .int8
      case 21: .int2
      case 23: .int4
      case 700: .float4
      case 701: .float8
      case 1082: .date
      case 1114: .timestamp
      case 1184: .timestampWithZone
      case 1700: .numeric
      default: .other
      }
  }

  @inline(__always)
  func integer(_ cell: UnsafeRawBufferPointer) -> Int64? {
    switch (self, cell.count) {
    case (.int8, 8): Int64(bigEndian: cell.loadUnaligned(as: Int64.self))
    case (.int4, 4): Int64(Int32(bigEndian: cell.loadUnaligned(as: Int32.self)))
    case (.int2, 2): Int64(Int16(bigEndian: cell.loadUnaligned(as: Int16.self)))
    case (.int8, 4): Int64(UInt32(bigEndian: cell.loadUnaligned(as: UInt32.self)))
    default: nil
    }
  }

  @inline(__always)
  func real(_ cell: UnsafeRawBufferPointer) -> Double? {
    switch (self, cell.count) {
    case (.float8, 8): Double(bitPattern: UInt64(bigEndian: cell.loadUnaligned(as: UInt64.self)))
    case (.float4, 4):
      Double(Float(bitPattern: UInt32(bigEndian: cell.loadUnaligned(as: UInt32.self))))
    default: nil
    }
  }

  /// The microseconds between 1970 and the server's epoch, 2000.
  private static let epoch: Int64 = 946_684_800_000_000

  /// The microseconds since 1970; nil for infinite dates.
  func microseconds(_ cell: UnsafeRawBufferPointer) -> Int64? {
    switch (self, cell.count) {
    case (.date, 4):
      let days = Int32(bigEndian: cell.loadUnaligned(as: Int32.self))
      guard days != .max, days != .min else { return nil }
      let (product, overflow) = Int64(days).multipliedReportingOverflow(by: 86_400_000_000)
      let (sum, isTooFar) = product.addingReportingOverflow(Self.epoch)
      return overflow || isTooFar ? nil : sum
    case (.timestamp, 8), (.timestampWithZone, 8):
      let count = Int64(bigEndian: cell.loadUnaligned(as: Int64.self))
      guard count != .max, count != .min else { return nil }
      let (sum, overflow) = count.addingReportingOverflow(Self.epoch)
      return overflow ? nil : sum
    default: return nil
    }
  }
}
