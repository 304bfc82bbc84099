import MemoryStore
import Storage
import Testing

/// The store lists its capabilities; the list is complete.
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
}
