import Platform
public import Storage
import Synchronization

/// The signals that a session handles. Handlers only set flags and wake up a wait for a key.
public enum Signals {
  private static let interrupt = Atomic<Bool>(false)
  private static let resize = Atomic<Bool>(false)
  private static let stop = Atomic<Bool>(false)
  private static let continuation = Atomic<Bool>(false)
  private static let termination = Atomic<Bool>(false)

  /// Makes Ctrl-C cancel the statement with `flag` instead of ending the process.
  ///
  /// With `endsAll` it cancels all following statements too, and a second Ctrl-C before the first
  /// was handled ends the process.
  public static func catchInterrupts(raising flag: CancellationFlag, endsAll: Bool) {
    _ = takeInterrupt()
    TemporaryFiles.prepare()
    flag.renew()
    interruption = Interruption(flag: flag, endsAll: endsAll)
    if endsAll { catchTermination() }
    guard !Signal.interrupt.isIgnored else { return }
    Signal.interrupt.handle { _ in
      let isSecond = Signals.interrupt.exchange(true, ordering: .relaxed)
      SignalPipe.put()
      guard let interruption else { return }
      guard interruption.endsAll else { return interruption.flag.cancel() }
      if isSecond {
        TemporaryFiles.removeAll()
        CurrentProcess.exitImmediately(130)
      }
      interruption.flag.cancelForGood()
    }
  }

  /// Makes a resize of the terminal wake up a wait for a key.
  static func catchResizes() {
    _ = takeResize()
    SignalPipe.open()
    Signal.resize.handle { _ in
      Signals.resize.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
  }

  /// Makes a suspension from outside, and its end, wake up a wait for a key.
  static func catchStops() {
    _ = (takeStop(), takeContinuation())
    SignalPipe.open()
    Signal.resume.handle { _ in
      Signals.continuation.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
    guard !Signal.stop.isIgnored else { return }
    Signal.stop.handle { _ in
      Signals.stop.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
  }

  /// Restores the default action of suspensions.
  static func releaseStops() {
    Signal.resume.restoreDefault()
    if !Signal.stop.isIgnored { Signal.stop.restoreDefault() }
  }

  /// Deletes the file at `path` if a signal ends the process.
  static func deleteOnTermination(_ path: String) {
    cleanUpOnTermination()
    TemporaryFiles.add(path)
  }

  /// The signals that end the process from outside, or because of a limit.
  private static let terminating: [Signal] = [
    .terminate, .hangUp, .quit, .brokenPipe, .fileSizeLimit, .processorTimeLimit,
  ]

  /// Cleans up if a signal ends the process: deletes incomplete files and restores the terminal.
  static func cleanUpOnTermination() { _ = deathIsCaught }

  private static let deathIsCaught: Void = {
    for signal in terminating where !signal.isIgnored { endProcess(at: signal) }
  }()

  /// Makes `kill` cancel all statements as Ctrl-C does, so that the output ends with a complete
  /// line.
  private static func catchTermination() {
    guard !Signal.terminate.isIgnored else { return }
    // A run that does not end in time is killed.
    Signal.alarm.handle { _ in Signals.terminate(of: .terminate) }
    endProcess(at: .terminate)
  }

  private static func endProcess(at signal: Signal) {
    signal.handle { number in
      let signal = Signal(rawValue: number)
      if !Signals.endsInOrder(at: signal) { Signals.terminate(of: signal) }
    }
  }

  /// The seconds that a run has to end after `kill`.
  private static let timeToEnd: UInt32 = 1

  /// Whether the run ends by itself after a first signal.
  private static func endsInOrder(at signal: Signal) -> Bool {
    guard signal == .terminate, let interruption, interruption.endsAll,
      !termination.exchange(true, ordering: .relaxed)
    else { return false }
    Signal.setAlarm(seconds: timeToEnd)
    interrupt.store(true, ordering: .relaxed)
    SignalPipe.put()
    interruption.flag.cancelForGood()
    return true
  }

  private static func terminate(of signal: Signal) {
    TemporaryFiles.removeAll()
    Terminal.restoreSettings()
    signal.restoreDefault()
    signal.raise()
  }

  /// Whether `kill` is ending the run.
  static var isTerminated: Bool { termination.load(ordering: .relaxed) }

  /// Ends the process with the signal that ended its run, so that the parent process sees it.
  public static func endIfTerminated() {
    if isTerminated { terminate(of: .terminate) }
  }

  /// Whether Ctrl-C was pressed since the last call.
  public static func takeInterrupt() -> Bool {
    interrupt.exchange(false, ordering: .relaxed)
  }

  /// Whether Ctrl-C was pressed and not handled yet.
  public static var isInterrupted: Bool { interrupt.load(ordering: .relaxed) }

  /// Whether Ctrl-C ends the whole run, including unwritten output.
  static var endsRun: Bool { isInterrupted && !isTerminated && interruption?.endsAll ?? false }

  /// Whether the terminal was resized since the last call.
  static func takeResize() -> Bool {
    resize.exchange(false, ordering: .relaxed)
  }

  /// Whether a suspension was requested since the last call.
  static func takeStop() -> Bool { stop.exchange(false, ordering: .relaxed) }

  /// Whether the process was continued since the last call.
  static func takeContinuation() -> Bool { continuation.exchange(false, ordering: .relaxed) }
}

/// The action of Ctrl-C.
private struct Interruption {
  let flag: CancellationFlag
  let endsAll: Bool
}

/// Read by the handler; written before the handler is installed.
nonisolated(unsafe) private var interruption: Interruption?
