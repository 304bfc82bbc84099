import Platform

/// Buffered text output to a file descriptor.
public final class TextOutput {
  /// The destination. An output that is opened late has none before the first text.
  private(set) var descriptor: OutputDescriptor
  /// Opens the destination with the first text.
  private var opening: (() -> OutputDescriptor)?
  /// Receives the text in place of the descriptor; returns false to stop.
  private var taker: ((String) -> Bool)?
  /// The error of the first failed write. Later text is dropped.
  private(set) var failure: Errno?
  private var buffer: [UInt8] = []
  /// Whether text has been written.
  private var hasWritten = false
  private static let capacity = 1 << 16

  init(_ descriptor: OutputDescriptor) {
    self.descriptor = descriptor
  }

  /// Creates an output that is opened with the first text.
  init(openingLate open: @escaping () -> OutputDescriptor) {
    descriptor = .closed
    opening = open
  }

  /// Creates an output that passes text to `take`. After `take` returns false, text is dropped.
  init(for descriptor: OutputDescriptor, takenBy take: @escaping (String) -> Bool) {
    self.descriptor = descriptor
    taker = take
  }

  /// Whether there has been any text.
  var hasText: Bool { hasWritten || !buffer.isEmpty }

  /// Opens an output that is opened late.
  func open() {
    guard let opening else { return }
    self.opening = nil
    descriptor = opening()
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    flushIfFull()
  }

  func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    flushIfFull()
  }

  /// Adds `bytes`; large chunks bypass the buffer.
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

  func writeLine(_ text: String) {
    write(text)
    write("\n")
  }

  /// Writes the buffer.
  func flush() {
    guard !buffer.isEmpty else { return }
    open()
    hasWritten = true
    if let taker { return give(to: taker) }
    if failure == nil { failure = descriptor.write(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func give(to taker: (String) -> Bool) {
    // The receiver may flush this output too.
    let text = String(decoding: buffer, as: UTF8.self)
    buffer.removeAll(keepingCapacity: true)
    if failure == nil, !taker(text) { failure = .brokenPipe }
  }

  private func flushIfFull() {
    if buffer.count >= Self.capacity { flush() }
  }
}
