import Files

/// Bytes of output that have not been handed on yet.
struct OutputBuffer: ~Copyable {
  /// There are always so many bytes of memory behind the last one, so that short texts are copied
  /// by whole words without asking.
  static let slack = 32

  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  private(set) var count = 0

  init() {
    capacity = 1 << 16
    memory = .allocate(capacity: capacity + Self.slack)
    memory.initialize(repeating: 0, count: capacity + Self.slack)
  }

  deinit { memory.deallocate() }

  /// All bytes, copied.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

  /// Forgets all bytes and keeps the memory.
  mutating func removeAll() { count = 0 }

  /// Hands all bytes to `sink`.
  mutating func flush(to sink: ByteSink) throws {
    guard count > 0 else { return }
    defer { count = 0 }
    try sink(UnsafeRawBufferPointer(start: memory, count: count))
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    if bytes.count <= 4 {
      for index in 0..<bytes.count { memory[count + index] = bytes[index] }
    } else if let source = bytes.baseAddress {
      (memory + count).update(from: source, count: bytes.count)
    }
    count += bytes.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends what `body` writes: at most `length` bytes.
  @inline(__always)
  mutating func write(upTo length: Int, _ body: (inout TextCursor) -> Void) {
    reserve(length)
    var cursor = TextCursor(memory + count)
    body(&cursor)
    count = cursor.end - memory
  }

  /// Where the first byte is, to be read before more is appended.
  @inline(__always)
  var start: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// Makes room for `more` bytes and the slack behind them.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    larger.initialize(repeating: 0, count: capacity + Self.slack)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }
}
