import MemoryStore
import Storage
import Testing

/// The store and its snapshots say which capabilities they have; they say so of all.
@Suite struct CapabilityTests {
  private func check<Capability>(_ kind: Capability.Type) throws {
    for purpose in [StorePurpose.reading, .changing] {
      let store = InMemoryStore()
      #expect(
        (try store.capability(kind, for: purpose) != nil) == (store is Capability),
        "\(kind)"
      )
    }
  }

  @Test func listedCapabilitiesAreThoseOfTheType() throws {
    try check((any Store).self)
    try check((any WritableStore).self)
    try check((any RevisingStore).self)
    try check((any KeyComputingStore).self)
    try check((any PermittingStore).self)
    try check((any MigratingStore).self)
    try check((any BulkLoadingStore).self)
    try check((any SavedQueryStore).self)
    try check((any HistoryStore).self)
    try check((any ObservableStore).self)
    try check((any InvalidValueStore).self)
    try check((any ClosableStore).self)
    try check((any DistributingStore).self)
    #expect(try InMemoryStore().capability((any WritableStore).self, for: .changing) != nil)
  }

  @Test func snapshotsHaveTheCapabilitiesOfTheirType() throws {
    let snapshot = try InMemoryStore().snapshot()
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
}
