import Foundation

/// A pipe into which signal handlers write a byte, so that signals end the wait for a key even if
/// they arrive just before the wait, or on another thread.
public enum SignalPipe {
  /// Opens the pipe unless it is open. If that fails, signals end waits only by
  /// ``Errno/interrupted``.
  public static func open() {
    guard ends.reader.rawValue < 0, let pipe = try? FileDescriptor.pipe() else { return }
    // Neither a handler nor the reader may ever wait.
    for end in [pipe.readEnd, pipe.writeEnd] { end.setNonBlocking() }
    ends = (pipe.readEnd, pipe.writeEnd)
  }

  /// Writes a byte; safe in a signal handler.
  public static func put() {
    let error = errno
    var byte: UInt8 = 0
    let writer = ends.writer.rawValue
    if writer >= 0 { _ = write(writer, &byte, 1) }
    errno = error
  }

  /// Waits until `descriptor` can be read, and empties the pipe. Returns false if a signal arrived
  /// first.
  public static func wait(for descriptor: FileDescriptor) -> Bool {
    var requests = [descriptor, ends.reader].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&requests, nfds_t(requests.count), -1) >= 0 else { return errno != EINTR }
    if requests[1].revents & Int16(POLLIN) != 0 {
      while let bytes = try? ends.reader.read(upTo: 64), !bytes.isEmpty {}
      return false
    }
    return true
  }
}

/// The pipe's descriptors; -1 before it is opened. Set before handlers are installed.
nonisolated(unsafe) private var ends = (
  reader: FileDescriptor(rawValue: -1), writer: FileDescriptor(rawValue: -1)
)
