import Storage
import Testing

@testable import SQLiteStore

/// Snapshots of files list their capabilities; the list is complete.
@Suite struct SnapshotCapabilityTests {
  private static let type: Any.Type = FileSnapshot.self

  private static let kinds: [(kind: Any.Type, isConforming: Bool)] = [
    ((any StoreSnapshot).self, type is any StoreSnapshot.Type),
    ((any PushdownSnapshot).self, type is any PushdownSnapshot.Type),
    ((any RemoteSnapshot).self, type is any RemoteSnapshot.Type),
    ((any DivisibleSnapshot).self, type is any DivisibleSnapshot.Type),
    ((any CountingSnapshot).self, type is any CountingSnapshot.Type),
    ((any KeyedSnapshot).self, type is any KeyedSnapshot.Type),
    ((any IndexedSnapshot).self, type is any IndexedSnapshot.Type),
    ((any OwnerColumnSnapshot).self, type is any OwnerColumnSnapshot.Type),
    ((any LinkageSnapshot).self, type is any LinkageSnapshot.Type),
    ((any DanglingReferenceSnapshot).self, type is any DanglingReferenceSnapshot.Type),
    ((any InvalidValueSnapshot).self, type is any InvalidValueSnapshot.Type),
  ]

  @Test func listedCapabilitiesAreThoseOfTheType() {
    for (kind, isConforming) in Self.kinds {
      #expect(FileSnapshot.capabilities.contains { $0 == kind } == isConforming, "\(kind)")
    }
  }
}
