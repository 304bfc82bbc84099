import Files

/// Output bytes that are not written yet.
struct OutputBuffer: ~Copyable {
  /// The unused bytes after the last one, so that short texts can be copied as whole words without
  /// checks.
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

  /// A copy of all bytes.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

  /// Removes all bytes and keeps the memory.
  mutating func removeAll() { count = 0 }

  /// Passes all bytes to `sink`.
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

  /// Appends the output of `body`, at most `length` bytes.
  @inline(__always)
  mutating func write(upTo length: Int, _ body: (inout TextCursor) -> Void) {
    reserve(length)
    var cursor = TextCursor(memory + count)
    body(&cursor)
    count = cursor.end - memory
  }

  /// The first byte; valid until more is appended.
  @inline(__always)
  var start: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// Ensures capacity for `more` bytes, apart from the slack.
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
