import CPlatform
import Foundation

/// A file mapped into memory.
///
/// The bytes keep their address for the lifetime of this object. If another process truncates the
/// file, the missing bytes read as zeros and ``wasTruncated`` is true.
public final class MappedFile: @unchecked Sendable {
  /// The first byte.
  public let start: UnsafePointer<UInt8>
  private let count: Int
  private let descriptor: FileDescriptor

  /// Maps the first `count` bytes of an open file, at least one, for sequential reading. Closing
  /// `descriptor` does not affect the mapping.
  public init(_ descriptor: FileDescriptor, count: Int) throws(Errno) {
    let copy = try descriptor.duplicate()
    let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, copy.rawValue, 0)
    guard let memory, memory != MAP_FAILED else {
      let failure = Errno.last
      try? copy.close()
      throw failure
    }
    madvise(memory, count, MADV_SEQUENTIAL)
    // Only a limited number of mappings is watched; truncating another one ends this process.
    _ = mapped_file_watch(memory, count)
    start = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
    self.count = count
    self.descriptor = copy
  }

  deinit {
    mapped_file_unwatch(start)
    munmap(UnsafeMutableRawPointer(mutating: start), count)
    try? descriptor.close()
  }

  /// Whether another process has truncated the file.
  public var wasTruncated: Bool {
    // The file may have grown again.
    if mapped_file_was_truncated(start) { return true }
    guard let status = try? FileStatus(descriptor) else { return false }
    return status.size < count
  }

  /// Lets the system reclaim the memory of bytes that are not needed at the moment.
  public func release(_ range: Range<Int>) {
    // A multiple of the page size of all supported systems.
    let page = 16_384
    let lower = (range.lowerBound + page - 1) / page * page
    let upper = range.upperBound / page * page
    guard lower < upper else { return }
    madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, MADV_DONTNEED)
  }
}

/// Memory in pages of 2 MB, if the system has them. Each page costs the same when it is first
/// written.
public enum LargePages {
  /// Smaller blocks are left alone.
  private static let least = 1 << 21
  private static let page = 1 << 12
  /// `MADV_POPULATE_WRITE`, of Linux 5.14; others refuse it.
  private static let populate: Int32 = 23

  /// What arrays and `malloc` add to the elements.
  private static let overhead = 64

  /// The capacity for an array of `count` elements. That of a large one fills whole pages, since
  /// the system aligns only such memory with them, unless this needs more than an eighth more: a
  /// large page takes memory as soon as one of its bytes is written.
  public static func capacity<Element>(for count: Int, of element: Element.Type) -> Int {
    let size = MemoryLayout<Element>.stride
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes >= least, bytes < Int.max / 2 else { return count }
    let pages = (bytes + overhead + least - 1) / least
    guard pages * least - bytes <= bytes / 8 else { return count }
    return max(count, (pages * least - overhead) / size)
  }

  /// An array of `count` elements, which `fill` initializes.
  public static func array<Element: BitwiseCopyable>(
    of count: Int,
    _ fill: (UnsafeMutableBufferPointer<Element>) -> Void
  ) -> [Element] {
    Array(unsafeUninitializedCapacity: capacity(for: count, of: Element.self)) { elements, filled in
      use(for: UnsafeRawBufferPointer(elements))
      fill(UnsafeMutableBufferPointer(rebasing: elements[..<count]))
      filled = count
    }
  }

  /// Requests large pages for `memory`, and for what shares its first and last small page.
  public static func use(for memory: UnsafeRawBufferPointer) {
    #if os(Linux)
      guard memory.count >= least, let base = memory.baseAddress else { return }
      let before = Int(bitPattern: base) & (page - 1)
      let start = UnsafeMutableRawPointer(mutating: base - before)
      let count = (before + memory.count + page - 1) & ~(page - 1)
      madvise(start, count, MADV_HUGEPAGE)
      // Its beginning was written when it was allocated, so that it consists of small pages. To
      // request all of them at once takes a third of the time.
      madvise(start, min(count, least), populate)
    #endif
  }
}
