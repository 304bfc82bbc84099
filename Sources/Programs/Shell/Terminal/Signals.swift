import Platform
public import Storage
import Synchronization

/// The signals a session cares for. Handlers only raise flags and end a wait for a key.
public enum Signals {
  private static let interrupt = Atomic<Bool>(false)
  private static let resize = Atomic<Bool>(false)
  private static let stop = Atomic<Bool>(false)
  private static let continuation = Atomic<Bool>(false)
  private static let termination = Atomic<Bool>(false)

  /// Lets Ctrl-C stop the statement behind `flag` instead of ending the process.
  ///
  /// With `endsAll` it stops all statements to come too, and a second Ctrl-C that comes before the first was
  /// noticed ends the process.
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

  /// Lets a change of the terminal's size interrupt the wait for a key.
  static func catchResizes() {
    _ = takeResize()
    SignalPipe.open()
    Signal.resize.handle { _ in
      Signals.resize.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
  }

  /// Lets a stop from outside, and the end of one, interrupt the wait for a key.
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

  /// Lets stops have their usual effect.
  static func releaseStops() {
    Signal.resume.restoreDefault()
    if !Signal.stop.isIgnored { Signal.stop.restoreDefault() }
  }

  /// Has the file at `path` removed if a signal ends the process.
  static func removeAtDeath(_ path: String) {
    catchDeath()
    TemporaryFiles.add(path)
  }

  /// The signals that end the process from outside, or because a limit is reached.
  private static let deadly: [Signal] = [
    .terminate, .hangUp, .quit, .brokenPipe, .fileSizeLimit, .processorTimeLimit,
  ]

  /// Puts in order what must not stay behind if a signal ends the process: files that are not
  /// whole, a terminal in the editing mode.
  static func catchDeath() { _ = deathIsCaught }

  private static let deathIsCaught: Void = {
    for signal in deadly where !signal.isIgnored { endProcess(at: signal) }
  }()

  /// Has `kill` end all statements as Ctrl-C does, so that what was printed ends with a whole line.
  private static func catchTermination() {
    guard !Signal.terminate.isIgnored else { return }
    // Whoever waits for something that never comes is ended all the same.
    Signal.alarm.handle { _ in Signals.die(of: .terminate) }
    endProcess(at: .terminate)
  }

  private static func endProcess(at signal: Signal) {
    signal.handle { number in
      let signal = Signal(rawValue: number)
      if !Signals.endsInOrder(at: signal) { Signals.die(of: signal) }
    }
  }

  /// So many seconds are left to end in order.
  private static let timeToEnd: UInt32 = 1

  /// Whether the run ends by itself because of a signal that came for the first time.
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

  private static func die(of signal: Signal) {
    TemporaryFiles.removeAll()
    Terminal.restoreSettings()
    signal.restoreDefault()
    signal.raise()
  }

  /// Whether `kill` ends the run.
  static var isTerminated: Bool { termination.load(ordering: .relaxed) }

  /// Ends the process by the signal that has ended its run, so that who started it knows.
  public static func endIfTerminated() {
    if isTerminated { die(of: .terminate) }
  }

  /// Whether Ctrl-C came since the last call.
  public static func takeInterrupt() -> Bool {
    interrupt.exchange(false, ordering: .relaxed)
  }

  /// Whether Ctrl-C came and was not taken yet.
  public static var isInterrupted: Bool { interrupt.load(ordering: .relaxed) }

  /// Whether Ctrl-C came and ends all that is run, what is not written yet among it.
  static var endsRun: Bool { isInterrupted && !isTerminated && interruption?.endsAll ?? false }

  /// Whether the terminal's size changed since the last call.
  static func takeResize() -> Bool {
    resize.exchange(false, ordering: .relaxed)
  }

  /// Whether the process was asked to stop since the last call.
  static func takeStop() -> Bool { stop.exchange(false, ordering: .relaxed) }

  /// Whether the process was stopped and goes on since the last call.
  static func takeContinuation() -> Bool { continuation.exchange(false, ordering: .relaxed) }
}

/// What Ctrl-C does.
private struct Interruption {
  let flag: CancellationFlag
  let endsAll: Bool
}

/// Read by the handler; written before the handler is installed.
nonisolated(unsafe) private var interruption: Interruption?
