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
    return isOffered ? self as? Capability : nil
  }
}
