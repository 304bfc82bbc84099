import Model

/// Rows with cells in the server's binary form.
protocol ServerRows {
  /// The number of rows.
  var rowCount: Int { get }
  /// Calls `body` with the bytes of a cell, or with nil for NULL. `body` must not keep them.
  func withCell<Value>(
    _ row: Int,
    _ column: Int,
    _ body: (UnsafeRawBufferPointer?) -> Value
  ) -> Value
  /// The form of a column whose values are read as `type`.
  func kind(of column: Int, _ type: ValueType) -> ServerKind
}

extension ServerResult: ServerRows {
  func kind(of column: Int, _ type: ValueType) -> ServerKind {
    ServerKind(rawValue: self.type(of: column))
  }
}

/// Rows in the binary form of COPY. One thread at a time uses them.
final class CopiedRows: ServerRows, @unchecked Sendable {
  private var bytes: UnsafeMutableRawBufferPointer
  private(set) var byteCount = 0
  /// Where the lengths of cells are, row by row.
  private var cells = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 1 << 12)
  private var cellCount = 0
  private var columnCount = 0
  private(set) var rowCount = 0

  /// No rows.
  init(byteCapacity: Int = 1 << 16) {
    bytes = .allocate(byteCount: byteCapacity, alignment: 8)
  }

  deinit {
    bytes.deallocate()
    cells.deallocate()
  }

  /// The memory for the rows.
  var byteCapacity: Int { bytes.count }

  private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0]

  /// Adds the row of a message; returns false if it is not one. The first message also has a
  /// header, the last one has no row.
  func append(_ message: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    if byteCount == 0, message.starts(with: Self.signature), message.count >= 19 {
      start = 19 + max(0, Int(Self.number(message, 15)))
    }
    guard message.count >= start + 2, byteCount + message.count <= UInt32.max else { return false }
    let count = Int(Int16(bigEndian: message.loadUnaligned(fromByteOffset: start, as: Int16.self)))
    if count < 0 { return true }
    guard rowCount == 0 || count == columnCount else { return false }
    reserve(message.count, cells: count)
    var place = start + 2
    for cell in 0..<count {
      guard message.count >= place + 4 else { return false }
      let length = Self.number(message, place)
      guard length <= 0 || message.count - place - 4 >= Int(length) else { return false }
      cells[cellCount + cell] = UInt32(byteCount + place)
      place += 4 + Int(max(0, length))
    }
    columnCount = count
    cellCount += count
    rowCount += 1
    UnsafeMutableRawBufferPointer(rebasing: bytes[byteCount...]).copyMemory(from: message)
    byteCount += message.count
    return true
  }

  /// Makes room for a message.
  private func reserve(_ messageCount: Int, cells count: Int) {
    if byteCount + messageCount > bytes.count {
      let size = max(2 * bytes.count, byteCount + messageCount)
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
      bytes.deallocate()
      bytes = larger
    }
    if cellCount + count > cells.count {
      let larger = UnsafeMutableBufferPointer<UInt32>.allocate(
        capacity: max(2 * cells.count, cellCount + count)
      )
      _ = larger.initialize(fromContentsOf: cells[..<cellCount])
      cells.deallocate()
      cells = larger
    }
  }

  private static func number(_ message: UnsafeRawBufferPointer, _ place: Int) -> Int32 {
    Int32(bigEndian: message.loadUnaligned(fromByteOffset: place, as: Int32.self))
  }

  @inline(__always)
  func withCell<Value>(
    _ row: Int,
    _ column: Int,
    _ body: (UnsafeRawBufferPointer?) -> Value
  ) -> Value {
    withExtendedLifetime(self) {
      let place = Int(cells[row * columnCount + column])
      let message = UnsafeRawBufferPointer(bytes)
      let length = Self.number(message, place)
      if length < 0 { return body(nil) }
      return body(UnsafeRawBufferPointer(rebasing: message[place + 4..<place + 4 + Int(length)]))
    }
  }

  /// COPY does not name the types, but the lengths of numbers and dates tell them apart.
  func kind(of column: Int, _ type: ValueType) -> ServerKind {
    let length = (0..<rowCount).lazy.compactMap { self.withCell($0, column) { $0?.count } }.first
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
