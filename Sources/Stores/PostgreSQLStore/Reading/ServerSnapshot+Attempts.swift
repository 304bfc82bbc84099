import SQLGeneration
import Storage
import Synchronization

/// Statements whose failure does not end the transaction, such as those about views.
extension ServerSnapshot {
  /// Runs a statement about a view, whose failure must not end the transaction.
  func runInView(_ sql: SQLFragment) throws -> ServerResult {
    do {
      return try tryInView(sql)
    } catch let failure as ServerFailure {
      throw refusal(failure)
    }
  }

  /// The same, but throws a `ServerFailure`.
  private func tryInView(_ sql: SQLFragment) throws -> ServerResult {
    try attempt { savepoint throws(ServerFailure) in
      try connection.run(script: savepoint)
      return try connection.run(sql)
    }
  }

  /// Runs statements whose failure must not end the transaction.
  ///
  /// - Parameter work: Gets the statements to run first.
  private func attempt<Result>(
    _ work: (_ savepoint: String) throws(ServerFailure) -> Result
  ) throws -> Result {
    if state.withLock({ $0.isBroken }) { throw StoreError.outdated }
    do throws(ServerFailure) {
      let result = try work(releasingSavepoints() + "SAVEPOINT martlet_try; ")
      if ownsTransaction {
        state.withLock { $0.savepointCount += 1 }
      } else {
        try connection.run(script: "RELEASE martlet_try")
      }
      return result
    } catch {
      if !error.isLost {
        _ = try? connection.run(script: "ROLLBACK TO martlet_try; RELEASE martlet_try")
      }
      throw error
    }
  }

  /// The result of an attempt; nil if the server refuses it.
  private func ifPossible<Result>(_ attempt: () throws -> Result) throws -> Result? {
    do {
      return try attempt()
    } catch let failure as ServerFailure {
      if failure.isLost || failure.code == "57014" { throw refusal(failure) }
      return nil
    }
  }

  /// The same for a statement about a view.
  func runIfPossible(_ sql: SQLFragment) throws -> ServerResult? {
    try ifPossible { try tryInView(sql) }
  }

  /// The server's plan of a statement without parameters, in one message; nil if it refuses.
  func planIfPossible(_ sql: String) throws -> String? {
    try ifPossible {
      try attempt { savepoint throws(ServerFailure) in
        try connection.run(script: savepoint + "EXPLAIN " + sql).last
      }
    }??.text(0, 0)
  }
}
