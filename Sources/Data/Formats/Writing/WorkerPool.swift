import Dispatch
import Foundation
import Synchronization

/// The tasks of a writer: done by several threads, taken in the order they were added.
///
/// The calling thread works too; it never waits while there is a task.
final class WorkerPool: Sendable {
  private struct State {
    /// The tasks not started yet, in order.
    var waiting: [(task: WorkerTask, isDone: DispatchSemaphore)] = []
    /// The tasks added and not taken, in order.
    var added: [(task: WorkerTask, isDone: DispatchSemaphore)] = []
    var isOver = false
  }

  private let state = Mutex(State())
  /// Counts the waiting tasks, and at the end the threads to stop.
  private let work = DispatchSemaphore(value: 0)
  private let helpers = DispatchGroup()
  private let helperCount: Int

  /// More threads would have nothing to do, since one thread writes.
  private static let helperLimit = 7

  /// One thread for each processor, or only the calling thread.
  init(isAlone: Bool) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    helperCount = isAlone ? 0 : min(Self.helperLimit, processors - 1)
    for _ in 0..<helperCount {
      helpers.enter()
      // A queue's threads may all be waiting for readers of other output.
      Thread.detachNewThread { [self] in
        repeat {
          work.wait()
          _ = doNext()
        } while !state.withLock(\.isOver)
        helpers.leave()
      }
    }
  }

  /// Whether another task may be added without filling the memory.
  var hasRoom: Bool { state.withLock { $0.added.count < helperCount * 2 + 1 } }

  /// Adds a task at the end.
  func add(_ task: WorkerTask) {
    let entry = (task: task, isDone: DispatchSemaphore(value: 0))
    state.withLock { state in
      state.waiting.append(entry)
      state.added.append(entry)
    }
    work.signal()
  }

  /// The first task, completed; nil if there is none.
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

  /// Runs the first waiting task. Returns false if there is none.
  private func doNext() -> Bool {
    let next = state.withLock { state in
      state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    guard let next else { return false }
    next.task.format()
    next.isDone.signal()
    return true
  }

  /// Stops all threads; none has a task when this returns.
  func dismiss() {
    state.withLock { state in
      state.waiting = []
      state.isOver = true
    }
    for _ in 0..<helperCount { work.signal() }
    helpers.wait()
  }
}
