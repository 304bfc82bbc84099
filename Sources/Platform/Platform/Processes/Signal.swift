import CPlatform
import Foundation

/// A signal of the operating system.
///
/// Everything here is safe in a signal handler.
public struct Signal: RawRepresentable, Hashable, Sendable {
  /// The signal's number.
  public let rawValue: Int32

  /// The signal of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// `SIGINT`: Ctrl-C.
  public static var interrupt: Signal { Signal(rawValue: SIGINT) }
  /// `SIGTERM`: what `kill` sends.
  public static var terminate: Signal { Signal(rawValue: SIGTERM) }
  /// `SIGHUP`: the terminal is gone.
  public static var hangUp: Signal { Signal(rawValue: SIGHUP) }
  /// `SIGQUIT`: Ctrl-\.
  public static var quit: Signal { Signal(rawValue: SIGQUIT) }
  /// `SIGPIPE`: the reader of a pipe that is written has left.
  public static var brokenPipe: Signal { Signal(rawValue: SIGPIPE) }
  /// `SIGXFSZ`: a file is longer than files may be.
  public static var fileSizeLimit: Signal { Signal(rawValue: SIGXFSZ) }
  /// `SIGXCPU`: the processor's time is used up.
  public static var processorTimeLimit: Signal { Signal(rawValue: SIGXCPU) }
  /// `SIGALRM`: the time of ``setAlarm(seconds:)`` is over.
  public static var alarm: Signal { Signal(rawValue: SIGALRM) }
  /// `SIGWINCH`: the terminal has another size.
  public static var resize: Signal { Signal(rawValue: SIGWINCH) }
  /// `SIGTSTP`: Ctrl-Z.
  public static var stop: Signal { Signal(rawValue: SIGTSTP) }
  /// `SIGCONT`: the process goes on after a stop.
  public static var resume: Signal { Signal(rawValue: SIGCONT) }

  /// Whether the process ignores it, as shells have background jobs do.
  public var isIgnored: Bool { signal_is_ignored(rawValue) }

  /// Has `handler` called with the signal's number. A handler may only do what is safe in signal handlers.
  public func handle(_ handler: @escaping @convention(c) (Int32) -> Void) {
    signal_handle(rawValue, handler)
  }

  /// Gives it back the effect that it has on every process.
  public func restoreDefault() { signal(rawValue, SIG_DFL) }

  /// Sends it to this thread.
  public func raise() { _ = Foundation.raise(rawValue) }

  /// Sends ``alarm`` to the process after some seconds.
  public static func setAlarm(seconds: UInt32) { _ = Foundation.alarm(seconds) }

  /// Lets signals arrive, whatever the thread that started the process had blocked: nobody could end the process
  /// otherwise. To be called before there are other threads.
  public static func unblockAll() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }
}
