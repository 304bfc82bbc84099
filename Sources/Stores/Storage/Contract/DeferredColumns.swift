public import Columns
public import Model
import Synchronization

/// Columns of records that are read when a statement first needs them.
///
/// May be used from several threads.
public final class DeferredColumns: Sendable {
  /// The number of records.
  public let count: Int
  private let known: Mutex<[AttributePath: Column]>
  private let read: @Sendable ([AttributePath]) throws -> [Column]

  /// Creates columns of `count` records.
  ///
  /// - Parameters:
  ///   - known: The columns that were read already.
  ///   - read: Reads the columns at these paths, with `count` rows each.
  public init(
    count: Int,
    known: [AttributePath: Column] = [:],
    read: @escaping @Sendable ([AttributePath]) throws -> [Column]
  ) {
    self.count = count
    self.known = Mutex(known.mapValues(\.withoutNegativeZeros.scannedRepeatedly))
    self.read = read
  }

  /// The columns at these paths. Other threads wait while they are read.
  public func columns(_ paths: [AttributePath]) throws -> [Column] {
    try known.withLock { known in
      let missing = paths.filter { known[$0] == nil }
      if !missing.isEmpty {
        for (path, column) in zip(missing, try read(missing)) {
          known[path] = column.withoutNegativeZeros.scannedRepeatedly
        }
      }
      return paths.compactMap { known[$0] }
    }
  }
}
