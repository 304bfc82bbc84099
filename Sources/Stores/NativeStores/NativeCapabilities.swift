package import Storage

/// The capabilities of a store that can be a native one.
package struct NativeCapabilities {
  private let isNative: Bool
  private let isReadOnly: Bool

  package init(isNative: Bool, isReadOnly: Bool) {
    (self.isNative, self.isReadOnly) = (isNative, isReadOnly)
  }

  /// Whether the store has a capability.
  package func contain(
    _ kind: Any.Type,
    for purpose: StorePurpose,
    hasHistory: @autoclosure () -> Bool
  ) -> Bool {
    if kind == (any HistoryStore).self { return hasHistory() }
    if kind == (any BulkLoadingStore).self { return isNative && !isReadOnly }
    if kind == (any SavedQueryStore).self {
      return isNative && (purpose == .reading || !isReadOnly)
    }
    // Migrating the tables of another program fails with an error that explains why.
    if kind == (any MigratingStore).self { return isNative || purpose == .changing }
    return true
  }
}
