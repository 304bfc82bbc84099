import Foundation

extension FileDescriptor {
  /// Runs `body`. If the reader of this pipe has left, a write throws ``Errno/brokenPipe`` instead
  /// of ending the process with a signal.
  public func ignoringBrokenPipe<Result>(
    _ body: () throws(Errno) -> Result
  ) throws(Errno) -> Result {
    #if canImport(Darwin)
      _ = fcntl(rawValue, F_SETNOSIGPIPE, 1)
      defer { _ = fcntl(rawValue, F_SETNOSIGPIPE, 0) }
      return try body()
    #else
      var (closed, previous, pending) = (sigset_t(), sigset_t(), sigset_t())
      sigemptyset(&closed)
      sigaddset(&closed, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &closed, &previous)
      defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
      do throws(Errno) {
        return try body()
      } catch {
        if error == .brokenPipe, !wasPending {
          // Consume the pending signal before it is unblocked.
          var none = timespec()
          while sigtimedwait(&closed, nil, &none) < 0, errno == EINTR {}
        }
        throw error
      }
    #endif
  }
}
