import Dispatch
import Foundation
import Synchronization

/// The tasks of a writer, done by several threads and taken in the order in which they were added.
///
/// The thread that adds and takes them works too: it never waits while there is something to do.
final class WorkerPool: Sendable {
  private struct State {
    /// The tasks that nobody has begun, in order.
    var waiting: [(task: WorkerTask, isDone: DispatchSemaphore)] = []
    /// All that were added and not taken, in order.
    var added: [(task: WorkerTask, isDone: DispatchSemaphore)] = []
    var isOver = false
  }

  private let state = Mutex(State())
  /// Counts the tasks that wait, and at the end the threads that are to stop.
  private let work = DispatchSemaphore(value: 0)
  private let helpers = DispatchGroup()
  private let helperCount: Int

  /// More threads than these have nothing to do, as one writes.
  private static let mostHelpers = 7

  /// A crew of one thread for each processor, or of the calling thread alone.
  init(isAlone: Bool) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    helperCount = isAlone ? 0 : min(Self.mostHelpers, processors - 1)
    for _ in 0..<helperCount {
      helpers.enter()
      // A queue's threads may all be waiting for what reads the output of others.
      Thread.detachNewThread { [self] in
        repeat {
          work.wait()
          _ = doNext()
        } while !state.withLock(\.isOver)
        helpers.leave()
      }
    }
  }

  /// Whether another task may be added: not so many that they fill the memory.
  var hasRoom: Bool { state.withLock { $0.added.count < helperCount * 2 + 1 } }

  /// Adds a task behind the others.
  func add(_ task: WorkerTask) {
    let entry = (task: task, isDone: DispatchSemaphore(value: 0))
    state.withLock { state in
      state.waiting.append(entry)
      state.added.append(entry)
    }
    work.signal()
  }

  /// The first of all tasks, done; nil if there is none.
  func takeFirst() -> WorkerTask? {
    guard let first = state.withLock({ $0.added.first }) else { return nil }
    while first.isDone.wait(timeout: .now()) == .timedOut {
      guard doNext() else {
        first.isDone.wait()
        break
      }
    }
    state.withLock { _ = $0.added.removeFirst() }
    return first.task
  }

  /// Does the first task that waits; false if none does.
  private func doNext() -> Bool {
    let next = state.withLock { state in
      state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    guard let next else { return false }
    next.task.format()
    next.isDone.signal()
    return true
  }

  /// Ends it: when this returns no thread has a task any more.
  func dismiss() {
    state.withLock { state in
      state.waiting = []
      state.isOver = true
    }
    for _ in 0..<helperCount { work.signal() }
    helpers.wait()
  }
}
