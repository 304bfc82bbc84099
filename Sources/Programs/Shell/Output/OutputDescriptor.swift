import Platform

/// A file descriptor for complete writes.
struct OutputDescriptor: Sendable {
  let descriptor: FileDescriptor
  /// Whether a program reads the other end, and may exit at any time.
  let isPipeToProgram: Bool
  /// Whether Ctrl-C discards unwritten bytes, because their reader may never come.
  let endsAtInterrupt: Bool

  init(_ descriptor: FileDescriptor, isPipeToProgram: Bool = false, endsAtInterrupt: Bool = false) {
    self.descriptor = descriptor
    self.isPipeToProgram = isPipeToProgram
    self.endsAtInterrupt = endsAtInterrupt
  }

  static let standardOutput = OutputDescriptor(.standardOutput)
  static let standardError = OutputDescriptor(.standardError)
  /// A descriptor whose writes fail.
  static let closed = OutputDescriptor(FileDescriptor(rawValue: -1))

  /// Writes all of `bytes`. Returns the error on failure.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Errno? {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Writes all of `bytes`. Returns the error on failure.
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
