import SQLGeneration
public import Storage

extension PostgreSQLStore: DistributingStore {
  /// Distributes tables with the functions of the engine, as Citus has them, in one transaction.
  public func distribute(_ wishes: [RecordDistribution]) throws -> [RecordDistribution] {
    do {
      return try change { transaction in
        var distribution = TableDistribution(currentModel(), transaction)
        return try distribution.run(wishes)
      }
    } catch let obstacle as DistributionObstacle {
      throw StoreFileError(
        path: path,
        operation: "distribute",
        fault: .other(reason: obstacle.reason, help: obstacle.help)
      )
    }
  }
}

/// Why tables cannot be distributed.
struct DistributionObstacle: Error {
  let reason: String
  var help: [String] = []
}

/// A table to distribute.
struct TableStep {
  /// The table's name in SQL, with its SQL schema.
  let table: String
  /// The distribution column; nil if every server has all rows.
  let column: String?
  /// The table whose rows are on the same server as those that reference them.
  var companion: String?
  /// What is done to a model; nil for a join table.
  let distribution: RecordDistribution?
  /// The name in messages.
  let name: String
}
