import Columns
import Platform

/// The rows of one column while several threads write separate ranges.
///
/// The array is not accessed between `init` and `take`, so its elements stay at one address.
final class RowMemory<Element: BitwiseCopyable & Sendable> {
  private var rows: [Element]
  /// The first row; invalid after ``take(_:)``.
  let start: UnsafeMutablePointer<Element>

  /// Memory for `count` rows. All rows must be written.
  init(count: Int) {
    let capacity = LargePages.capacity(for: max(1, count), of: Element.self)
    rows = Array(unsafeUninitializedCapacity: capacity) { _, initialized in
      initialized = max(1, count)
    }
    guard let first = rows.withUnsafeMutableBufferPointer({ $0.baseAddress }) else {
      preconditionFailure("an array with elements has an address")
    }
    start = first
    LargePages.use(
      for: UnsafeRawBufferPointer(start: first, count: capacity * MemoryLayout<Element>.stride)
    )
  }

  /// The rows of `segments`, moved together.
  func take(_ segments: [RowSegment]) -> [Element] {
    var end = 0
    for stretch in segments {
      if stretch.start != end {
        (start + end).update(from: start + stretch.start, count: stretch.count)
      }
      end += stretch.count
    }
    var taken: [Element] = []
    swap(&taken, &rows)
    taken.removeLast(taken.count - end)
    return taken
  }
}

/// Rows written by one thread.
struct RowSegment {
  let start: Int
  let count: Int
}

/// Memory for the rows of a column, by element type.
enum ColumnRowMemory {
  /// A column of nils needs none.
  case none
  case bytes(RowMemory<UInt8>)
  case integers(RowMemory<Int64>)
  case doubles(RowMemory<Double>)
  case wide(RowMemory<UInt128>)
  case codes(RowMemory<UInt32>)

  init(_ kind: ScalarKind, count: Int) {
    switch kind {
    case .unknown: self = .none
    case .bool: self = .bytes(RowMemory(count: count))
    case .int, .date: self = .integers(RowMemory(count: count))
    case .double: self = .doubles(RowMemory(count: count))
    case .uuid: self = .wide(RowMemory(count: count))
    case .string: self = .codes(RowMemory(count: count))
    }
  }
}
