import Columns
import Foundation
import Model
import SQLGeneration
import Storage
import Synchronization

/// Scans of large tables in parts, each on its own connection that shares the snapshot.
extension ServerSnapshot: DivisibleSnapshot {
  /// The estimated number of records for which parts are worth it.
  private static let fewestDivided = 200_000
  /// Parts are ranges of numbers, so most numbers must be in use.
  private static let sparsest = 4
  /// The connections that copy at the same time. More readers wait a moment, then use cursors.
  private static let (mostCopies, patience) = (4, 0.5)

  /// The distance between the least and the greatest number of a large table's records.
  func divisiblePlaces(of entity: String, _ sources: [ColumnSource]) throws -> Int? {
    let table = try model.table(entity)
    guard let key = table.numberColumn?.quotedForSQL, mayCopy(entity),
      !connections.distributesTables
    else { return nil }
    let name = table.mapping.qualifiedTable
    func extreme(_ function: String) -> String {
      "CASE WHEN c.reltuples >= \(Self.fewestDivided)"
        + " THEN (SELECT \(function)(\(key)) FROM \(table.mapping.ownRows))::int8 END"
    }
    let result = try run(
      "SELECT c.reltuples::int8, \(extreme("min")), \(extreme("max")) FROM pg_class c"
        + " WHERE c.relkind = 'r' AND c.oid = to_regclass(" + .binding(.text(name)) + ")"
    )
    guard result.rowCount == 1 else { return nil }
    let numbers = (0..<3).map { result.references($0)[0] }
    if numbers[0] < Int64(Self.fewestCopied) { connections.noteSmall(entity) }
    guard numbers[1] != Column.nullReference, numbers[2] != Column.nullReference else {
      return nil
    }
    let (last, isTooFar) = numbers[2].subtractingReportingOverflow(numbers[1])
    // The server may not tell the truth.
    guard !isTooFar, last >= 0, last < .max / 2, last / Int64(Self.sparsest) < numbers[0],
      // One name for all parts, before they run at the same time.
      try exportedName(for: entity) != nil
    else { return nil }
    state.withLock { $0.firstNumbers[entity] = numbers[1] }
    return Int(last) + 1
  }

  func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader {
    let table = try model.table(entity)
    guard let key = table.numberColumn?.quotedForSQL,
      let first = state.withLock({ $0.firstNumbers[entity] })
    else { throw UnsupportedPushdown() }
    let selection = try ServerSelection(sources, of: entity, as: "t", in: model)
    let (start, end) = (first + Int64(places.lowerBound), first + Int64(places.upperBound - 1))
    let sql =
      "SELECT \(selection.list) FROM \(table.mapping.ownRows) AS t"
      + " WHERE t.\(key) BETWEEN \(start) AND \(end) ORDER BY \(table.order(as: "t"))"
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      try connections.cancellation?.check()
      if let permit = CopyPermit(self, most: Self.mostCopies) {
        return try reader(SQLFragment(sql), selection, of: entity, permit: permit)
      }
      if Date() > deadline { return CursorReader(SQLFragment(sql), selection, of: entity, self) }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}

/// The permission to copy a part on another connection, until it is released.
final class CopyPermit {
  private let snapshot: ServerSnapshot

  /// Nil if as many parts are being copied as may be.
  init?(_ snapshot: ServerSnapshot, most: Int) {
    self.snapshot = snapshot
    let isFree = snapshot.state.withLock { state in
      guard state.copyCount < most else { return false }
      state.copyCount += 1
      return true
    }
    guard isFree else { return nil }
  }

  deinit { snapshot.state.withLock { $0.copyCount -= 1 } }
}
