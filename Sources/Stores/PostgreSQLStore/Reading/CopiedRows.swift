import Model

/// Rows with cells in the server's binary form.
protocol ServerRows {
  /// The number of rows.
  var rowCount: Int { get }
  /// The bytes of a cell; nil for NULL.
  func cell(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer?
  /// The form of a column whose values are read as `type`.
  func kind(of column: Int, _ type: ValueType) -> ServerKind
}

extension ServerResult: ServerRows {
  func kind(of column: Int, _ type: ValueType) -> ServerKind {
    ServerKind(rawValue: self.type(of: column))
  }
}

/// Rows in the binary form of COPY.
final class CopiedRows: ServerRows {
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
  private var byteCount = 0
  /// Where cells start, row by row; the length is -1 for NULL.
  private var cells: [(start: Int, length: Int32)] = []
  private var columnCount = 0
  private(set) var rowCount = 0

  deinit { bytes.deallocate() }

  private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0]

  /// Adds the row of a message. The first message also has a header, the last one has no row.
  func append(_ message: UnsafeRawBufferPointer) {
    var start = 0
    if message.starts(with: Self.signature), message.count >= 19 {
      start = 19 + max(0, Int(Self.number(message, 15)))
    }
    guard message.count >= start + 2 else { return }
    let count = Int(Int16(bigEndian: message.loadUnaligned(fromByteOffset: start, as: Int16.self)))
    if count < 0 { return }
    let first = cells.count
    var place = start + 2
    for _ in 0..<count {
      guard message.count >= place + 4 else { break }
      let length = Self.number(message, place)
      place += 4
      guard length <= 0 || message.count - place >= Int(length) else { break }
      cells.append((byteCount + place, length))
      place += Int(max(0, length))
    }
    guard cells.count == first + count else {
      cells.removeSubrange(first...)
      return
    }
    columnCount = count
    rowCount += 1
    keep(message)
  }

  private func keep(_ message: UnsafeRawBufferPointer) {
    if byteCount + message.count > bytes.count {
      let size = max(2 * bytes.count, byteCount + message.count)
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
      bytes.deallocate()
      bytes = larger
    }
    UnsafeMutableRawBufferPointer(rebasing: bytes[byteCount...]).copyMemory(from: message)
    byteCount += message.count
  }

  private static func number(_ message: UnsafeRawBufferPointer, _ place: Int) -> Int32 {
    Int32(bigEndian: message.loadUnaligned(fromByteOffset: place, as: Int32.self))
  }

  @inline(__always)
  func cell(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    let cell = cells[row * columnCount + column]
    if cell.length < 0 { return nil }
    return UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(bytes)[cell.start..<cell.start + Int(cell.length)]
    )
  }

  /// COPY does not name the types, but the lengths of numbers and dates tell them apart.
  func kind(of column: Int, _ type: ValueType) -> ServerKind {
    let length = (0..<rowCount).lazy.compactMap { self.cell($0, column)?.count }.first
    return switch (type, length) {
    case (.int, 8), (.record, 8): .int8
    case (.int, 4), (.record, 4): .int4
    case (.int, 2), (.record, 2): .int2
    case (.double, 4): .float4
    case (.double, _): .float8
    case (.date, 4): .date
    case (.date, _): .timestamp
    case (.decimal, _): .numeric
    default: .other
    }
  }
}
