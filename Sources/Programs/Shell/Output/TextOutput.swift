import Platform

/// Text on its way to a file descriptor, gathered into large writes.
public final class TextOutput {
  /// What is written to; that of no file until the first text has to go there, where it is opened late.
  private(set) var descriptor: OutputDescriptor
  /// Gives what is written to once there is something to write.
  private var opening: (() -> OutputDescriptor)?
  /// Takes the text in place of the descriptor; false where it wants no more.
  private var taker: ((String) -> Bool)?
  /// The error of the first write that failed; what comes after it is dropped.
  private(set) var failure: Errno?
  private var buffer: [UInt8] = []
  /// Whether any text was written out.
  private var hasWritten = false
  private static let capacity = 1 << 16

  init(_ descriptor: OutputDescriptor) {
    self.descriptor = descriptor
  }

  /// Text for what `open` gives when there is the first of it.
  init(openingLate open: @escaping () -> OutputDescriptor) {
    descriptor = .closed
    opening = open
  }

  /// Text that `take` gets on its way to `descriptor`; once that answers false the rest is dropped.
  init(for descriptor: OutputDescriptor, takenBy take: @escaping (String) -> Bool) {
    self.descriptor = descriptor
    taker = take
  }

  /// Whether there was any text so far.
  var hasText: Bool { hasWritten || !buffer.isEmpty }

  /// Opens what was not opened yet.
  func open() {
    guard let opening else { return }
    self.opening = nil
    descriptor = opening()
  }

  /// Adds `text`.
  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    flushIfFull()
  }

  /// Adds `bytes`.
  func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    flushIfFull()
  }

  /// Adds `bytes`; many of them are not gathered first.
  func write(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.capacity, taker == nil else {
      buffer.append(contentsOf: bytes)
      return flushIfFull()
    }
    flush()
    open()
    hasWritten = true
    if failure == nil { failure = descriptor.write(bytes) }
  }

  /// Adds `text` and a line end.
  func writeLine(_ text: String) {
    write(text)
    write("\n")
  }

  /// Writes out what was gathered.
  func flush() {
    guard !buffer.isEmpty else { return }
    open()
    hasWritten = true
    if let taker { return give(to: taker) }
    if failure == nil { failure = descriptor.write(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func give(to taker: (String) -> Bool) {
    // Who takes it may have all flushed, this among it.
    let text = String(decoding: buffer, as: UTF8.self)
    buffer.removeAll(keepingCapacity: true)
    if failure == nil, !taker(text) { failure = .brokenPipe }
  }

  private func flushIfFull() {
    if buffer.count >= Self.capacity { flush() }
  }
}
