import Platform

/// A file descriptor that bytes are written to, whole.
struct OutputDescriptor: Sendable {
  let descriptor: FileDescriptor
  /// Whether a program reads at the other end, which may leave without an end of this process.
  let isPipeToProgram: Bool
  /// Whether Ctrl-C discards what was not written yet, as whoever is to read it may never do so.
  let endsAtInterrupt: Bool

  init(_ descriptor: FileDescriptor, isPipeToProgram: Bool = false, endsAtInterrupt: Bool = false) {
    self.descriptor = descriptor
    self.isPipeToProgram = isPipeToProgram
    self.endsAtInterrupt = endsAtInterrupt
  }

  static let standardOutput = OutputDescriptor(.standardOutput)
  static let standardError = OutputDescriptor(.standardError)
  /// Writes to it fail.
  static let closed = OutputDescriptor(FileDescriptor(rawValue: -1))

  /// Writes all of `bytes`. Returns the error if that fails.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Errno? {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Writes all of `bytes`. Returns the error if that fails.
  func write(_ bytes: UnsafeRawBufferPointer) -> Errno? {
    do throws(Errno) {
      if isPipeToProgram {
        try descriptor.ignoringBrokenPipe { () throws(Errno) in try writeAll(bytes) }
      } else {
        try writeAll(bytes)
      }
      return nil
    } catch {
      return error
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    try descriptor.writeAll(bytes) { isAfterSignal in
      isAfterSignal ? Signals.endsRun : endsAtInterrupt && Signals.isInterrupted
    }
  }
}
