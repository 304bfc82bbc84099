import Dispatch

/// Calls `body` with every number below `count` in parallel, and returns the results in order.
public func inParallel<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result)
  -> [Result]
{
  guard count > 1 else { return (0..<count).map(body) }
  return [Result](unsafeUninitializedCapacity: count) { slots, initialized in
    // Each call initializes its own slot, and all calls end before this returns.
    nonisolated(unsafe) let slots = slots
    DispatchQueue.concurrentPerform(iterations: count) { index in
      slots.initializeElement(at: index, to: body(index))
    }
    initialized = count
  }
}
