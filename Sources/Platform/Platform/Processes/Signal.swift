import CPlatform
import Foundation

/// A signal of the operating system.
///
/// Everything here is safe in a signal handler.
public struct Signal: RawRepresentable, Hashable, Sendable {
  /// The signal's number.
  public let rawValue: Int32

  /// The signal with a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// `SIGINT`: Ctrl-C.
  public static var interrupt: Signal { Signal(rawValue: SIGINT) }
  /// `SIGTERM`: what `kill` sends.
  public static var terminate: Signal { Signal(rawValue: SIGTERM) }
  /// `SIGHUP`: the terminal has been closed.
  public static var hangUp: Signal { Signal(rawValue: SIGHUP) }
  /// `SIGQUIT`: Ctrl-\.
  public static var quit: Signal { Signal(rawValue: SIGQUIT) }
  /// `SIGPIPE`: the reader of a pipe has left.
  public static var brokenPipe: Signal { Signal(rawValue: SIGPIPE) }
  /// `SIGXFSZ`: a file exceeds the maximum file size.
  public static var fileSizeLimit: Signal { Signal(rawValue: SIGXFSZ) }
  /// `SIGXCPU`: the process exceeds its processor time.
  public static var processorTimeLimit: Signal { Signal(rawValue: SIGXCPU) }
  /// `SIGALRM`: the time of ``setAlarm(seconds:)`` has elapsed.
  public static var alarm: Signal { Signal(rawValue: SIGALRM) }
  /// `SIGWINCH`: the size of the terminal has changed.
  public static var resize: Signal { Signal(rawValue: SIGWINCH) }
  /// `SIGTSTP`: Ctrl-Z.
  public static var stop: Signal { Signal(rawValue: SIGTSTP) }
  /// `SIGCONT`: the process continues after a stop.
  public static var resume: Signal { Signal(rawValue: SIGCONT) }

  /// Whether the process ignores the signal, as background jobs of shells do.
  public var isIgnored: Bool { signal_is_ignored(rawValue) }

  /// Installs a handler, which receives the signal's number and may only do what is safe in signal
  /// handlers.
  public func handle(_ handler: @escaping @convention(c) (Int32) -> Void) {
    signal_handle(rawValue, handler)
  }

  /// Restores the default handler.
  public func restoreDefault() { signal(rawValue, SIG_DFL) }

  /// Sends the signal to this thread.
  public func raise() { _ = Foundation.raise(rawValue) }

  /// Sends ``alarm`` to the process after some seconds.
  public static func setAlarm(seconds: UInt32) { _ = Foundation.alarm(seconds) }

  /// Unblocks all signals that the parent process may have blocked; otherwise nothing could end the
  /// process. Call it before starting threads.
  public static func unblockAll() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }
}
