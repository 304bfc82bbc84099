import CEditline
import Foundation
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
    _ = (takeInterrupt(), unfinishedFiles)
    flag.renew()
    interruption = Interruption(flag: flag, endsAll: endsAll)
    if endsAll { catchTermination() }
    guard !isIgnored(SIGINT) else { return }
    install(SIGINT) { _ in
      let isSecond = Signals.interrupt.exchange(true, ordering: .relaxed)
      SignalPipe.put()
      guard let interruption else { return }
      guard interruption.endsAll else { return interruption.flag.cancel() }
      if isSecond {
        removeUnfinishedFiles()
        _exit(130)
      }
      interruption.flag.cancelForGood()
    }
  }

  /// Lets a change of the terminal's size interrupt the wait for a key.
  static func catchResizes() {
    _ = takeResize()
    SignalPipe.open()
    install(SIGWINCH) { _ in
      Signals.resize.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
  }

  /// Lets a stop from outside, and the end of one, interrupt the wait for a key.
  static func catchStops() {
    _ = (takeStop(), takeContinuation())
    SignalPipe.open()
    install(SIGCONT) { _ in
      Signals.continuation.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
    guard !isIgnored(SIGTSTP) else { return }
    install(SIGTSTP) { _ in
      Signals.stop.store(true, ordering: .relaxed)
      SignalPipe.put()
    }
  }

  /// Lets stops have their usual effect.
  static func releaseStops() {
    signal(SIGCONT, SIG_DFL)
    if !isIgnored(SIGTSTP) { signal(SIGTSTP, SIG_DFL) }
  }

  /// Lets signals come, whatever the thread that started the process had blocked: nobody could end the
  /// process otherwise. To be called before there are other threads.
  public static func unblock() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// A pipe that closes ends the process silently, whatever the parent process had set.
  public static func dieOfClosedPipes() {
    signal(SIGPIPE, SIG_DFL)
  }

  /// Runs `body`, in which writing to a pipe that closed is an error like any other.
  static func ignoringClosedPipes<Result>(_ body: () -> Result) -> Result {
    var former = sigaction()
    sigaction(SIGPIPE, nil, &former)
    signal(SIGPIPE, SIG_IGN)
    defer { sigaction(SIGPIPE, &former, nil) }
    return body()
  }

  /// Has the file at `path` removed if a signal ends the process.
  static func removeAtDeath(_ path: String) {
    catchDeath()
    guard let place = (0..<unfinishedFileLimit).first(where: { unfinishedFiles[$0] == nil }) else {
      return
    }
    unfinishedFiles[place] = strdup(path)
  }

  /// Has the file at `path` stay if a signal ends the process.
  static func keepAtDeath(_ path: String) {
    for place in 0..<unfinishedFileLimit {
      guard let former = unfinishedFiles[place], String(cString: former) == path else { continue }
      unfinishedFiles[place] = nil
      free(former)
    }
  }

  /// The signals that end the process from outside, or because a limit is reached.
  private static let deadly = [SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGXCPU]

  /// Puts in order what must not stay behind if a signal ends the process: files that are not
  /// whole, a terminal in the editing mode.
  static func catchDeath() { _ = deathIsCaught }

  private static let deathIsCaught: Void = {
    for number in deadly where !isIgnored(number) {
      install(number) { if !Signals.endsInOrder(at: $0) { Signals.die(of: $0) } }
    }
  }()

  /// Has `kill` end all statements as Ctrl-C does, so that what was printed ends with a whole line.
  private static func catchTermination() {
    guard !isIgnored(SIGTERM) else { return }
    // Whoever waits for something that never comes is ended all the same.
    install(SIGALRM) { _ in Signals.die(of: SIGTERM) }
    install(SIGTERM) { if !Signals.endsInOrder(at: $0) { Signals.die(of: $0) } }
  }

  /// So many seconds are left to end in order.
  private static let timeToEnd: UInt32 = 1

  /// Whether the run ends by itself because of a signal that came for the first time.
  private static func endsInOrder(at number: Int32) -> Bool {
    guard number == SIGTERM, let interruption, interruption.endsAll,
      !termination.exchange(true, ordering: .relaxed)
    else { return false }
    alarm(timeToEnd)
    interrupt.store(true, ordering: .relaxed)
    SignalPipe.put()
    interruption.flag.cancelForGood()
    return true
  }

  private static func die(of number: Int32) {
    removeUnfinishedFiles()
    terminal_rescue()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Whether `kill` ends the run.
  static var isTerminated: Bool { termination.load(ordering: .relaxed) }

  /// Ends the process by the signal that has ended its run, so that who started it knows.
  public static func endIfTerminated() {
    if isTerminated { die(of: SIGTERM) }
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

  /// Whether whoever started the process wants a signal ignored, as shells do for background jobs.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func install(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void)
  {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(number, &action, nil)
  }
}

/// What Ctrl-C does.
private struct Interruption {
  let flag: CancellationFlag
  let endsAll: Bool
}

/// Read by the handler; written before the handler is installed.
nonisolated(unsafe) private var interruption: Interruption?

/// So many files that are not whole yet are known to the handlers; there are never more.
private let unfinishedFileLimit = 8

/// The paths of files that are not whole yet, read by the handlers.
nonisolated(unsafe) private let unfinishedFiles = {
  let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: unfinishedFileLimit
  )
  paths.initialize(repeating: nil, count: unfinishedFileLimit)
  return paths
}()

private func removeUnfinishedFiles() {
  for place in 0..<unfinishedFileLimit {
    if let path = unfinishedFiles[place] { unlink(path) }
  }
}
