import Foundation

/// Runs work again that was based on a state which somebody else has changed before it was done.
///
/// Between two attempts it pauses for a random time, which grows, so that several writers that meet do not meet
/// again. After 30 seconds it gives up.
public enum OptimisticRetry {
  private static let patience = Duration.seconds(30)
  /// The longest pauses, at first and in the end, in seconds.
  private static let pauses = 0.001...0.05

  /// What `body` returns, run until it is not outdated.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the attempts with ``Cancellation``.
  ///   - isOutdated: Whether the error comes from what somebody else has changed; ``StoreError/outdated`` if
  ///     nothing else is said. Any other error is thrown as it is, as is the last one.
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
