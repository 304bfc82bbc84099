import Foundation
import Model
import Storage

/// Changing models that other processes may change at the same moment.
extension QuerySession {
  /// For how long a statement is begun anew whose models others change again and again.
  private static let patience = Duration.seconds(30)
  /// The longest pause before that, in microseconds.
  private static let longestPause: UInt32 = 50_000

  /// Runs a statement that changes models; where another process has changed them before it was done, it is
  /// bound anew over what these are by then.
  func changingModels<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + Self.patience
    var pause: UInt32 = 1_000
    while true {
      do {
        return try declarations.changing(store, body)
      } catch {
        let isOutdated = error as? StoreError == .outdated || declarations.schema != store.schema
        guard isOutdated, ContinuousClock.now < deadline else { throw error }
        try cancellation.check()
      }
      // Pauses of random length, so that several who meet do not meet again.
      usleep(.random(in: 0..<pause))
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Has the store change its models, unless they are others by now than those that the declarations were
  /// read for: then throws ``StoreError/outdated``.
  func applyShared(
    _ change: SchemaChange,
    _ changes: ChangeSet = ChangeSet(),
    check: (any StoreSnapshot) throws -> Void = { _ in }
  ) throws {
    var change = change
    change.basis = declarations.schema
    try store.writable().apply(change, changes, check: check)
    declarations.note(change)
  }
}
