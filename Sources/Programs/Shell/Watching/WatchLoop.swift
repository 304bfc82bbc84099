import Diagnostics
import Foundation
import Platform
import Session
import Storage
import Syntax

/// Runs `watch` until its time is over, the query fails, Ctrl-C is pressed, or the output is
/// closed.
struct WatchLoop {
  let console: Console
  let statement: Statement
  let source: SourceText

  /// The milliseconds between two checks.
  private static let pause = 100

  func run(_ watched: WatchedQuery) -> RunStatus {
    let printer = WatchPrinter(console)
    let clock = ContinuousClock()
    let deadline = watched.duration.map { clock.now.advanced(by: $0) }
    do {
      try printer.printFirst(watched)
      while true {
        console.flush()
        if console.output.failure != nil {
          return console.output.descriptor.isPipeToProgram ? .succeeded : .failed
        }
        let rest = deadline.map { clock.now.duration(to: $0) }
        if let rest, rest <= .zero { return .succeeded }
        switch wait(atMost: rest) {
        case .closed: return readerLeft()
        case .interrupted: throw Cancellation()
        case .elapsed: break
        }
        switch try watched.refresh() {
        case .same: break
        case .changed(let changes): try printer.print(changes)
        case .failing(let error): report(error)
        }
      }
    } catch {
      return end(after: error)
    }
  }

  private enum WaitResult {
    case elapsed
    /// The output was closed.
    case closed
    case interrupted
  }

  /// Waits for the next check, or an event that ends the watch.
  private func wait(atMost rest: Duration?) -> WaitResult {
    if console.session.cancellation.isCancelled { return .interrupted }
    var time = Self.pause
    if let rest { time = min(time, Int(rest / .milliseconds(1)) + 1) }
    let isClosed = try? console.output.descriptor.descriptor.wait(for: .hangUp, milliseconds: time)
    if console.session.cancellation.isCancelled { return .interrupted }
    return isClosed == true ? .closed : .elapsed
  }

  /// A closed pipe ends the process, as a write to it would. A program of `.output` may exit early.
  private func readerLeft() -> RunStatus {
    guard console.output.descriptor.descriptor == .standardOutput else { return .succeeded }
    Signal.brokenPipe.raise()
    return .failed
  }

  private func report(_ error: any Error) {
    let failure = console.session.failure(error, of: statement, in: source)
    guard case .failed(let diagnostics) = failure else { return }
    console.report(
      diagnostics.map {
        $0.with(severity: .warning).adding(help: ["the watch continues with the last result"])
      },
      in: source
    )
  }

  /// Ctrl-C is the normal end of a watch and prints no message, but it ends a script.
  private func end(after error: any Error) -> RunStatus {
    let failure = console.session.failure(error, of: statement, in: source)
    guard case .cancelled = failure else {
      return console.report(failure, after: nil, in: source)
    }
    console.flush()
    // Below the terminal's `^C`.
    if Terminal.isTerminal(.standardError) { OutputDescriptor.standardError.write([0x0A]) }
    return .interrupted
  }
}
