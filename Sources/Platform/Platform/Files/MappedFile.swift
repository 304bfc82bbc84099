import CPlatform
import Foundation

/// The bytes of a file in memory, which the system reads when they are used.
///
/// The bytes stay at one address as long as this object exists. Bytes that another process cuts off read as
/// zeros from then on, and ``wasCut`` says so.
public final class MappedFile: @unchecked Sendable {
  /// The first byte.
  public let start: UnsafePointer<UInt8>
  private let count: Int
  private let descriptor: FileDescriptor

  /// Maps the first `count` bytes of an open file, at least one, for reading from start to end. Closing
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
    // Where there are too many to watch over, a file that is cut ends this process.
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

  /// Whether another process has cut off the end of the file.
  public var wasCut: Bool {
    // It may be longer again.
    if mapped_file_was_cut(start) { return true }
    guard let status = try? FileStatus(descriptor) else { return false }
    return status.size < count
  }

  /// Lets the system take back the memory of bytes that are not needed for now.
  public func release(_ range: Range<Int>) {
    // A multiple of the page size of every system.
    let page = 16_384
    let lower = (range.lowerBound + page - 1) / page * page
    let upper = range.upperBound / page * page
    guard lower < upper else { return }
    madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, MADV_DONTNEED)
  }
}

/// Memory in pages of 2 MB, where the system has them: each page costs the same when it is first written.
public enum LargePages {
  /// Smaller memory is left as it is.
  private static let least = 1 << 21
  private static let page = 1 << 12

  /// Asks for large pages for all of `memory` but its edges.
  public static func use(for memory: UnsafeRawBufferPointer) {
    #if os(Linux)
      guard memory.count >= least, let base = memory.baseAddress else { return }
      let skipped = -Int(bitPattern: base) & (page - 1)
      let start = UnsafeMutableRawPointer(mutating: base + skipped)
      madvise(start, (memory.count - skipped) & ~(page - 1), MADV_HUGEPAGE)
    #endif
  }
}
