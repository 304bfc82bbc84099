public import Storage

extension FileStore {
  /// The capabilities of the file: native stores have versions, saved queries and a history, and
  /// support bulk loading; app stores may have a history.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    isOffered(kind, for: purpose) ? self as? Capability : nil
  }

  private func isOffered(_ kind: Any.Type, for purpose: StorePurpose) -> Bool {
    if kind == (any HistoryStore).self {
      return file.isNative || currentModel().coreData?.history != nil
    }
    if kind == (any BulkLoadingStore).self { return file.isNative && !isReadOnly }
    if kind == (any SavedQueryStore).self {
      return file.isNative && (purpose == .reading || !isReadOnly)
    }
    // Migrating a foreign file fails with an error that explains why.
    if kind == (any MigratingStore).self { return file.isNative || purpose == .changing }
    return true
  }
}
