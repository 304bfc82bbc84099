import Model
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Stores and snapshots of files say which capabilities they have; they say so of all.
@Suite struct SnapshotCapabilityTests {
  @Test func snapshotsHaveTheCapabilitiesOfTheirType() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let store = try ReopenedStore.open(folder.file("x.store"))
    let snapshot = try store.fileSnapshot()
    func check<Capability>(_ kind: Capability.Type) {
      let found = snapshot.capability(kind, of: "T") != nil
      #expect(found == (snapshot as Any is Capability), "\(kind)")
    }
    check((any StoreSnapshot).self)
    check((any PushdownSnapshot).self)
    check((any RemoteSnapshot).self)
    check((any DivisibleSnapshot).self)
    check((any CountingSnapshot).self)
    check((any KeyedSnapshot).self)
    check((any IndexedSnapshot).self)
    check((any OwnerColumnSnapshot).self)
    check((any LinkageSnapshot).self)
    check((any DanglingReferenceSnapshot).self)
    check((any InvalidValueSnapshot).self)
  }

  @Test func storesHaveTheCapabilitiesOfTheirType() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let store = try ReopenedStore.open(folder.file("x.store"))
    func check<Capability>(_ kind: Capability.Type) throws {
      let found = try store.capability(kind, for: .changing) != nil
      #expect(found == (store as Any is Capability), "\(kind)")
    }
    try check((any Store).self)
    try check((any WritableStore).self)
    try check((any MigratingStore).self)
    try check((any BulkLoadingStore).self)
    try check((any SavedQueryStore).self)
    try check((any HistoryStore).self)
    try check((any ObservableStore).self)
    try check((any InvalidValueStore).self)
    try check((any ClosableStore).self)
    try check((any DistributingStore).self)
    try check((any TryingStore).self)
    try check((any RevisingStore).self)
    try check((any KeyComputingStore).self)
    try check((any PermittingStore).self)
  }
}
