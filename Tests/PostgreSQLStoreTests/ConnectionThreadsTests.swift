import Foundation
import Storage
import Testing

@testable import PostgreSQLStore

/// What a program that exits waits for.
@Suite struct ConnectionThreadsTests {
  @Test func requestsAreSentBeforeTheEnd() {
    let threads = ConnectionThreads()
    let sent = CancellationFlag()
    let isStarted = threads.startRequest(
      "request",
      request: {
        Thread.sleep(forTimeInterval: 1)
        sent.cancel()
      }
    )
    #expect(isStarted)
    threads.wait()
    #expect(sent.isCancelled)
  }

  @Test func nobodyWaitsForWhatFollowsARequest() {
    let threads = ConnectionThreads()
    let start = ContinuousClock.now
    let isStarted = threads.startRequest(
      "request",
      request: {},
      then: { Thread.sleep(forTimeInterval: 20) }
    )
    #expect(isStarted)
    threads.wait()
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func fewRequestsWaitAtOnce() {
    let threads = ConnectionThreads()
    let end = CancellationFlag()
    let request: @Sendable () -> Void = {
      while !end.isCancelled { Thread.sleep(forTimeInterval: 0.01) }
    }
    let started = (0..<20).map { _ in threads.startRequest("request", request: request) }
    #expect(started.filter { $0 }.count == 16)
    end.cancel()
    threads.wait()
    let isStarted = threads.startRequest("request", request: {})
    #expect(isStarted)
  }
}
