import Foundation

extension FileDescriptor {
  /// Runs `body`, in which this thread gets ``Errno/brokenPipe`` where it writes to this pipe after its reader
  /// left, and not the signal that would end the process.
  public func ignoringBrokenPipe<Result>(
    _ body: () throws(Errno) -> Result
  ) throws(Errno) -> Result {
    #if canImport(Darwin)
      _ = fcntl(rawValue, F_SETNOSIGPIPE, 1)
      defer { _ = fcntl(rawValue, F_SETNOSIGPIPE, 0) }
      return try body()
    #else
      var (closed, former, waiting) = (sigset_t(), sigset_t(), sigset_t())
      sigemptyset(&closed)
      sigaddset(&closed, SIGPIPE)
      sigpending(&waiting)
      let wasWaiting = sigismember(&waiting, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &closed, &former)
      defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
      do throws(Errno) {
        return try body()
      } catch {
        if error == .brokenPipe, !wasWaiting {
          // The signal waits now, and is taken before it can come.
          var none = timespec()
          while sigtimedwait(&closed, nil, &none) < 0, errno == EINTR {}
        }
        throw error
      }
    #endif
  }
}
