import Foundation
import Platform
import Storage
import Synchronization

/// Draws a progress bar on standard error, after the first second and until it is stopped.
final class ProgressDisplay: Sendable {
  private struct State {
    var isDrawn = false
    var isOver = false
    var isPaused = false
  }

  private let cancellation: CancellationFlag
  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)

  /// The delay before the first drawing.
  private static let delay = Duration.seconds(1)
  private static let interval = DispatchTimeInterval.milliseconds(150)

  /// Creates a display, which starts on its own thread; nil if standard error is not a terminal.
  init?(cancellation: CancellationFlag) {
    guard Terminal.isTerminal(.standardError), Terminal.isCapable else { return nil }
    self.cancellation = cancellation
    Thread.detachNewThread { [self] in run() }
  }

  /// Removes the bar before other output.
  func hide() {
    state.withLock { Self.erase(&$0) }
  }

  /// Draws nothing while `body` runs, such as while it waits for a person.
  func pausing<Result>(_ body: () -> Result) -> Result {
    state.withLock { state in
      Self.erase(&state)
      state.isPaused = true
    }
    defer { state.withLock { $0.isPaused = false } }
    return body()
  }

  /// Ends the display.
  func stop() {
    state.withLock { state in
      Self.erase(&state)
      state.isOver = true
    }
    end.signal()
  }

  private func run() {
    let clock = ContinuousClock()
    let start = clock.now
    var workStart = start
    var turn = cancellation.progress.state.turn
    while end.wait(timeout: .now() + Self.interval) == .timedOut {
      let progress = cancellation.progress.state
      let now = clock.now
      if progress.turn != turn {
        turn = progress.turn
        workStart = now - .milliseconds(75)
      }
      guard now - start >= Self.delay else { continue }
      let text = ProgressText(
        state: progress,
        elapsed: now - workStart,
        usesUnicode: Terminal.usesUnicode
      ).line(width: (Terminal.errorWidth ?? Terminal.defaultWidth) - 1)
      state.withLock { state in
        guard !state.isOver, !state.isPaused else { return }
        OutputDescriptor.standardError.write(Array("\r\(text)\u{1B}[K".utf8))
        state.isDrawn = true
      }
    }
  }

  private static func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    OutputDescriptor.standardError.write(Array("\r\u{1B}[K".utf8))
    state.isDrawn = false
  }
}
