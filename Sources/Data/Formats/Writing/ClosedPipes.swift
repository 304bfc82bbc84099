import Foundation

/// Pipes whose reader has left.
enum ClosedPipes {
  /// Runs `body`, in which this thread gets an error (`EPIPE`) where it writes to such a pipe, and no signal
  /// that would end the process.
  static func asErrors(_ body: () -> Int32) -> Int32 {
    var (closed, former, waiting) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&closed)
    sigaddset(&closed, SIGPIPE)
    sigpending(&waiting)
    let wasWaiting = sigismember(&waiting, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &closed, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let result = body()
    if result == EPIPE, !wasWaiting {
      // The signal waits now, and is taken before it can come.
      var none = timespec()
      while sigtimedwait(&closed, nil, &none) < 0, errno == EINTR {}
    }
    return result
  }
}
