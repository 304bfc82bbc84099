import Foundation

/// A pipe into which signal handlers write a byte, so that signals end the wait for a key even if they arrive
/// just before it begins, or on another thread.
public enum SignalPipe {
  /// Opens the pipe, if it is not open; if that fails, waits end by ``Errno/interrupted`` alone.
  public static func open() {
    guard ends.reader.rawValue < 0, let pipe = try? FileDescriptor.pipe() else { return }
    // Neither a handler nor the one who empties it may ever wait.
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

  /// Waits until `descriptor` can be read, and empties the pipe. Returns false if a signal came first.
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

/// The pipe's descriptors, -1 where there is none: read by handlers, written before these are installed.
nonisolated(unsafe) private var ends = (
  reader: FileDescriptor(rawValue: -1), writer: FileDescriptor(rawValue: -1)
)
