import Foundation

/// A file descriptor that bytes are written to, whole.
struct OutputDescriptor: Sendable {
  let number: Int32
  /// Whether a program reads at the other end, which may leave without an end of this process.
  let isPipeToProgram: Bool
  /// Whether Ctrl-C gives up what was not written yet, as who is to read it may never do so.
  let endsAtInterrupt: Bool

  init(_ number: Int32, isPipeToProgram: Bool = false, endsAtInterrupt: Bool = false) {
    self.number = number
    self.isPipeToProgram = isPipeToProgram
    self.endsAtInterrupt = endsAtInterrupt
  }

  static let standardOutput = OutputDescriptor(STDOUT_FILENO)
  static let standardError = OutputDescriptor(STDERR_FILENO)

  /// Writes all of `bytes`; gives the error number if it does not go through, else 0.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBytes { write($0) }
  }

  /// The same for bytes wherever they are.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    isPipeToProgram ? Signals.ignoringClosedPipes { writeAll(bytes) } : writeAll(bytes)
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      if endsAtInterrupt, Signals.isInterrupted { return EINTR }
      let count = Foundation.write(
        number,
        UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        rest.count
      )
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR || Signals.endsRun {
        return errno
      }
    }
    return 0
  }

  /// A descriptor shared with another process may be non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    // Not for ever: a signal that comes just before ends no wait.
    poll(&request, 1, endsAtInterrupt ? 50 : -1)
  }
}
