import NativeStores
public import Storage

extension FileStore {
  /// The capabilities of the file: native stores have versions, saved queries and a history, and
  /// support bulk loading; app stores may have a history.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    let isOffered = NativeCapabilities(isNative: file.isNative, isReadOnly: isReadOnly)
      .contain(
        kind,
        for: purpose,
        hasHistory: file.isNative || currentModel().coreData?.history != nil
      )
    return isOffered ? offered(kind) : nil
  }

  private func offered<Capability>(_ kind: Capability.Type) -> Capability? {
    sameType(self as any Store, kind) ?? sameType(self as any WritableStore, kind)
      ?? sameType(self as any InvalidValueStore, kind) ?? sameType(self as any ClosableStore, kind)
      ?? sameType(self as any SavedQueryStore, kind) ?? sameType(self as any HistoryStore, kind)
      ?? sameType(self as any MigratingStore, kind) ?? sameType(self as any BulkLoadingStore, kind)
      ?? sameType(self as any ObservableStore, kind) ?? sameType(self as any TryingStore, kind)
  }
}
