import Foundation

/// Retries work whose starting point another writer has changed.
///
/// It pauses between attempts for a random, growing time, so that competing writers get out of
/// step, and stops after 30 seconds.
public enum OptimisticRetry {
  private static let patience = Duration.seconds(30)
  /// The longest pause at first and at last, in seconds.
  private static let pauses = 0.001...0.05

  /// Runs `body` until it succeeds, and returns its result.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the attempts with ``Cancellation``.
  ///   - isOutdated: Whether to retry after this error; by default after ``StoreError/outdated``.
  ///     Other errors are rethrown, and so is the last one.
  ///   - body: The work to retry.
  public static func run<Result>(
    cancellation: CancellationFlag? = nil,
    where isOutdated: (any Error) throws -> Bool = { $0 as? StoreError == .outdated },
    _ body: () throws -> Result
  ) throws -> Result {
    let deadline = ContinuousClock.now + patience
    var longest = pauses.lowerBound
    while true {
      do {
        return try body()
      } catch {
        guard try isOutdated(error), ContinuousClock.now < deadline else { throw error }
        try cancellation?.check()
      }
      Thread.sleep(forTimeInterval: .random(in: 0..<longest))
      longest = min(longest * 2, pauses.upperBound)
    }
  }
}
