import Foundation

/// A pipe into which signal handlers put a byte, so that a wait for a key ends by them also where they
/// come just before it begins, or on another thread.
enum SignalPipe {
  /// Opens the pipe, if it is not open; where none can be had, waits end by `EINTR` alone.
  static func open() {
    guard ends.reader < 0 else { return }
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // Neither a handler nor the one who empties it may ever wait.
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    ends = (descriptors[0], descriptors[1])
  }

  /// Puts a byte in; safe in a signal handler.
  static func put() {
    let error = errno
    var byte: UInt8 = 0
    if ends.writer >= 0 { _ = write(ends.writer, &byte, 1) }
    errno = error
  }

  /// Waits until `descriptor` can be read, and empties the pipe; false if a signal came first.
  static func wait(for descriptor: Int32) -> Bool {
    var requests = [descriptor, ends.reader].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&requests, nfds_t(requests.count), -1) >= 0 else { return errno != EINTR }
    if requests[1].revents & Int16(POLLIN) != 0 {
      empty()
      return false
    }
    return true
  }

  private static func empty() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(ends.reader, &bytes, bytes.count) > 0 {}
  }
}

/// The pipe's descriptors, -1 where there is none: read by handlers, written before these are installed.
nonisolated(unsafe) private var ends: (reader: Int32, writer: Int32) = (-1, -1)
