import Synchronization

/// Integers as one byte each: row `n` has the value `least + bytes[n]`.
public struct NarrowValues: Sendable {
  /// The distance of each row, or of the filler of a nil row, from ``least``.
  public let bytes: [UInt8]
  /// The least value.
  public let least: Int64

  /// The values in one byte each; nil if they are too far apart.
  fileprivate init?<Element: FixedWidthInteger>(_ values: [Element]) {
    guard var least = values.first else { return nil }
    var greatest = least
    // Most columns that are too wide are so within the first block.
    for start in stride(from: 0, to: values.count, by: Self.blockSize) {
      for value in values[start..<min(start + Self.blockSize, values.count)] {
        least = min(least, value)
        greatest = max(greatest, value)
      }
      let (distance, overflow) = greatest.subtractingReportingOverflow(least)
      guard !overflow, distance <= UInt8.max else { return nil }
    }
    self.least = Int64(least)
    bytes = values.map { UInt8(truncatingIfNeeded: $0 &- least) }
  }

  private static let blockSize = 4_096
}

/// A copy of a long column of integers or codes in one byte each, created when the column is
/// scanned for the second time.
///
/// Scans of millions of rows take as long as the memory needs to deliver them, and this copy is an
/// eighth or a quarter of the column. It belongs to one state of the values: a ``FixedColumn``
/// drops it when its values change, and all copies of the column share it.
public final class NarrowCopy: Sendable {
  private enum State {
    /// The number of rows that were read so far.
    case read(Int)
    case ready(NarrowValues)
    /// The values are too far apart, or another thread is copying them.
    case none
  }

  private let state = Mutex(State.read(0))

  /// Shorter columns fit in the cache of a processor.
  static let fewestRows = 1 << 12

  /// Whether a column may have a copy: whether it is long enough, and has integers or codes.
  static func isPossible<Element>(for values: [Element]) -> Bool {
    values.count >= fewestRows && (Element.self == Int64.self || Element.self == UInt32.self)
  }

  /// The copy, for a reader of `count` rows; nil if there is none.
  func values<Element: FixedWidthInteger>(
    of values: [Element],
    reading count: Int
  ) -> NarrowValues? {
    let (known, isWanted) = state.withLock { state -> (NarrowValues?, Bool) in
      switch state {
      case .ready(let values): return (values, false)
      case .none: return (nil, false)
      case .read(let rows):
        state = rows < values.count ? .read(rows + count) : .none
        return (nil, rows >= values.count)
      }
    }
    guard isWanted, let narrow = NarrowValues(values) else { return known }
    state.withLock { $0 = .ready(narrow) }
    return narrow
  }
}

// Two functions instead of a generic one, which would not be specialized in other modules.

extension Vector<Int64> {
  /// Creates a view of `count` rows of a column from `start`.
  public init(_ column: FixedColumn<Int64>, start: Int, count: Int) {
    self.init(column, column.narrowCopy?.values(of: column.values, reading: count), start, count)
  }
}

extension Vector<UInt32> {
  /// Creates a view of `count` rows of a column of codes from `start`.
  public init(_ column: FixedColumn<UInt32>, start: Int, count: Int) {
    self.init(column, column.narrowCopy?.values(of: column.values, reading: count), start, count)
  }
}

extension Vector where Element: Sendable {
  private init(
    _ column: FixedColumn<Element>,
    _ narrow: NarrowValues?,
    _ start: Int,
    _ count: Int
  ) {
    self.init(
      column.values,
      start: start,
      count: count,
      validity: column.validity.map { MaskKernels.expand($0, start: start, count: count) },
      narrow: narrow
    )
  }
}

extension Column {
  /// The column with a place for a narrow copy, for columns that several statements scan.
  public var scannedRepeatedly: Column {
    switch self {
    case .int(var column):
      column.prepareNarrowCopy()
      return .int(column)
    case .string(var column):
      column.codes.prepareNarrowCopy()
      return .string(column)
    case .bool, .double, .decimal, .date, .uuid, .data, .reference, .list: return self
    }
  }
}
