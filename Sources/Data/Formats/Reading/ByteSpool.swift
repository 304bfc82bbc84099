import Foundation
import Platform

/// Bytes that arrive in order: a few are kept in memory, more in a private temporary file.
struct ByteSpool: ~Copyable {
  /// Why the bytes could not be stored.
  enum Failure: Error {
    case cancelled
    /// The bytes could not be read.
    case system(Errno)
    /// The temporary file could not be written.
    case storage(Errno)
  }

  /// More bytes than this are kept in a file.
  static let memoryLimit = 1 << 26

  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 16
  private var count = 0
  /// The number of bytes in the file; those in memory follow.
  private var spilled = 0
  private var file: FileDescriptor?

  init() {
    memory = .allocate(capacity: capacity)
  }

  deinit {
    memory.deallocate()
    try? file?.close()
  }

  /// Adds the bytes that `read` writes into the given memory. Returns its result.
  mutating func append(
    upTo length: Int,
    _ read: (UnsafeMutablePointer<UInt8>, Int) -> Int
  ) throws(Failure) -> Int {
    if count + length > capacity { try spillIfFull(for: length) }
    let got = read(memory + count, length)
    count += max(0, got)
    return got
  }

  /// All bytes.
  consuming func finish() throws(Failure) -> FileBytes {
    guard let file else {
      let kept = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
      kept.update(from: memory, count: count)
      return .taking(kept, count: count)
    }
    try spill()
    do throws(Errno) {
      return try .mapping(file, count: spilled)
    } catch {
      throw .storage(error)
    }
  }

  private mutating func spillIfFull(for length: Int) throws(Failure) {
    if count + length > Self.memoryLimit { try spill() }
    guard count + length > capacity else { return }
    capacity = max(capacity * 2, count + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  /// Moves the bytes in memory to the file.
  private mutating func spill() throws(Failure) {
    do throws(Errno) {
      if file == nil { file = try .temporary(in: NSTemporaryDirectory()) }
      try file?.writeAll(UnsafeRawBufferPointer(start: memory, count: count))
      spilled += count
      count = 0
    } catch {
      throw .storage(error)
    }
  }
}

extension FileReadingError {
  /// Describes a failure to collect the bytes of a file.
  init(_ failure: ByteSpool.Failure, file: String) {
    switch failure {
    case .cancelled: self = .cancelled
    case .storage(let code):
      let folder = NSTemporaryDirectory()
      self = .problem(.cannotKeep(folder: folder, code), file: file)
    case .system(let code): self = .problem(.cannotOpen(code), file: file)
    }
  }
}
