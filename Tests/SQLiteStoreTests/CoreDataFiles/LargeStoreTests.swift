import CoreDataFixtures
import Foundation
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Large stores of Core Data are read by the indexes that Core Data makes.
@Suite struct LargeStoreTests {
  private static let wanted = ProcessInfo.processInfo.environment["MARTLET_LARGE_STORE"]

  /// Writes the store that `Scripts/bench-core-data` measures.
  @Test(.enabled(if: wanted != nil, "MARTLET_LARGE_STORE names no file"))
  func theLargeStoreIsWritten() throws {
    let path = try #require(Self.wanted)
    try LargeStore.file(records: 1_000_000).write(to: path)
  }
}
