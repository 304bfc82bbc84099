import GRDB
import NativeStores
import SQLGeneration
import Storage
import Synchronization

/// Reserves the numbers of new records, and positions.
///
/// Native stores contain the next numbers, so that no two processes get the same. In foreign files,
/// new numbers follow the greatest existing and reserved ones.
final class NumberAllocator: Sendable {
  private let connection: Connection
  private let isNative: Bool
  private let given = Mutex<[String: Int64]>([:])
  private let blocks = Mutex(UnusedNumbers())

  init(_ connection: Connection, isNative: Bool) {
    self.connection = connection
    self.isNative = isNative
  }

  /// The next `count` numbers of an entity.
  func reserve(_ count: Int, of mapping: EntityMapping) throws -> Range<Int64> {
    guard isNative else { return try reserveHere(count, of: mapping) }
    return try take(count, of: .entity(mapping.entity), from: mapping)
  }

  /// The next `count` positions.
  func reservePositions(_ count: Int) throws -> Range<Int64> {
    guard isNative else { return try reserveInMemory(count, as: "", from: 1) }
    return try take(count, of: .positions, from: nil)
  }

  // MARK: Native stores

  /// A block of numbers that is reserved in the file.
  fileprivate struct Block {
    var next: Int64
    var end: Int64
    /// The number of numbers that were reserved at once.
    var size: Int
  }

  /// The maximum size of a block.
  private static let largestBlock = 1024

  /// Takes numbers from the current block, or reserves another block, which grows while nothing is
  /// saved.
  ///
  /// - Parameter table: The table of the records; other programs may have added some.
  private func take(
    _ count: Int,
    of counter: NumberCounter,
    from table: EntityMapping?
  ) throws -> Range<Int64> {
    try blocks.withLock { blocks in
      if let block = blocks.byCounter[counter], block.end - block.next >= count {
        blocks.byCounter[counter]?.next += Int64(count)
        return block.next..<block.next + Int64(count)
      }
      if count == 0 {
        let next = try connection.perform { try counter.next(table, $0.native) }
        return next..<next
      }
      let old = blocks.byCounter[counter]
      let size = max(count, min(Self.largestBlock, (old?.size ?? 0) * 2))
      let added = try write(size, of: counter, table)
      // If another process has reserved numbers in between, the rest of the old block is skipped.
      let start =
        old.map { $0.end == added.lowerBound ? $0.next : added.lowerBound }
        ?? added.lowerBound
      let end = start + Int64(count)
      blocks.byCounter[counter] = Block(next: end, end: added.upperBound, size: size)
      return start..<end
    }
  }

  private static func lastNumber(of mapping: EntityMapping, _ db: Database) throws -> Int64 {
    try db.number(
      "SELECT max(\(mapping.rowNumber.quotedForSQL)) FROM \(mapping.table.quotedForSQL)"
    )
  }

  private func write(
    _ count: Int,
    of counter: NumberCounter,
    _ table: EntityMapping?
  ) throws -> Range<Int64> {
    try connection.perform("write") { db in
      try db.inImmediateTransaction { db in
        let range = try Range(
          next: count,
          from: try counter.next(table, db.native),
          of: counter.entity
        )
        try counter.raise(to: range.upperBound, db.native)
        return range
      }
    }
  }

  /// Reserved numbers that were not used.
  struct UnusedNumbers: Sendable {
    fileprivate var byCounter: [NumberCounter: Block] = [:]
  }

  /// Whether there are unused reserved numbers.
  var hasUnused: Bool {
    blocks.withLock { $0.byCounter.values.contains { $0.next < $0.end } }
  }

  /// Takes the unused numbers, to return them to the file. Called before a change begins, since
  /// reserving may wait for a change in progress.
  func takeUnused() -> UnusedNumbers {
    blocks.withLock { blocks in
      defer { blocks.byCounter = [:] }
      return UnusedNumbers(byCounter: blocks.byCounter.filter { $0.value.next < $0.value.end })
    }
  }

  /// Returns unused numbers within a change of the file, unless later numbers were reserved.
  func returnUnused(_ left: UnusedNumbers, _ db: Database) throws {
    for (counter, block) in left.byCounter where try counter.next(db.native) == block.end {
      try counter.set(to: block.next, db.native)
    }
  }

  // MARK: Foreign files

  private func reserveHere(_ count: Int, of mapping: EntityMapping) throws -> Range<Int64> {
    // Rows without row numbers get none.
    guard case .table = mapping.source else {
      return try reserveInMemory(count, as: mapping.entity, from: 1)
    }
    let last = try connection.perform { db in
      let last = try Self.lastNumber(of: mapping, db)
      guard try db.tableExists("sqlite_sequence") else { return last }
      let sequence = try db.number(
        "SELECT seq FROM sqlite_sequence WHERE name = ?",
        [mapping.table]
      )
      return max(last, sequence)
    }
    guard last < .max else {
      if count == 0 { return last..<last }
      throw StoreError.full(entity: mapping.entity)
    }
    return try reserveInMemory(count, as: mapping.entity, from: last + 1)
  }

  private func reserveInMemory(_ count: Int, as name: String, from least: Int64) throws -> Range<
    Int64
  > {
    try given.withLock { given in
      let range = try Range(next: count, from: max(least, given[name] ?? 1), of: name)
      given[name] = range.upperBound
      return range
    }
  }
}
