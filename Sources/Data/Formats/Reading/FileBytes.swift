import Platform
import Storage

/// The bytes of a whole file, memory-mapped if possible.
///
/// The bytes never change and live as long as this object; keep it while you use pointers into it.
/// If another process truncates a mapped file, the missing bytes read as zeros and
/// ``wasTruncated`` is true.
final class FileBytes: @unchecked Sendable {
  /// The first byte; invalid if `count` is 0.
  let start: UnsafePointer<UInt8>
  let count: Int
  /// The stamp of the regular file that was opened, from before its bytes were read.
  private(set) var stamp: FileStamp?
  private let memory: Memory
  /// The bytes that these are a part of, and the offset of the part.
  private let whole: (bytes: FileBytes, offset: Int)?

  /// How the memory is released.
  private enum Memory {
    case mapped(MappedFile)
    case allocated
    case borrowed
  }

  private init(
    start: UnsafePointer<UInt8>,
    count: Int,
    _ memory: Memory,
    of whole: (bytes: FileBytes, offset: Int)? = nil
  ) {
    self.start = start
    self.count = count
    self.memory = memory
    self.whole = whole
  }

  /// The bytes of `range`.
  func part(_ range: Range<Int>) -> FileBytes {
    FileBytes(
      start: start + range.lowerBound,
      count: range.count,
      .borrowed,
      of: (self, range.lowerBound)
    )
  }

  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    bytes.withUnsafeBufferPointer { source in
      if let first = source.baseAddress { memory.update(from: first, count: source.count) }
    }
    self.init(start: memory, count: bytes.count, .allocated)
  }

  /// Whether another process has truncated the file.
  var wasTruncated: Bool {
    switch memory {
    case .mapped(let file): return file.wasTruncated
    case .allocated: return false
    case .borrowed: return whole?.bytes.wasTruncated ?? false
    }
  }

  deinit {
    switch memory {
    case .allocated: start.deallocate()
    case .mapped, .borrowed: break
    }
  }

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// A signal that raises `cancellation` ends the wait for a pipe.
  static func open(
    path: String,
    name: String,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    if path == "-", let reader = StandardInput.reader {
      throw .problem(.readAlready(by: reader), file: name)
    }
    let descriptor: FileDescriptor
    do throws(Errno) {
      descriptor =
        try path == "-" ? FileDescriptor.standardInput.duplicate() : .openForReading(path)
    } catch {
      if error == .interrupted, cancellation.isCancelled { throw .cancelled }
      throw .problem(.cannotOpen(error), file: name)
    }
    defer { try? descriptor.close() }
    if descriptor.isEndlessDevice { throw .problem(.isDevice, file: name) }
    let status = try? FileStatus(descriptor)
    let stamp = try? FileStamp(descriptor)
    switch status?.kind {
    case .directory: throw .problem(.isDirectory, file: name)
    case .regular:
      guard let count = status?.size, count > 0, descriptor.position == 0 else { break }
      if let mapped = try? mapping(descriptor, count: count) {
        mapped.stamp = stamp
        return mapped
      }
    default: break
    }
    if path == "-" { StandardInput.noteData(descriptor) }
    let bytes = try readAll(descriptor, name: name, cancellation)
    if stamp?.isRegular == true { bytes.stamp = stamp }
    return bytes
  }

  /// About how many bytes are read between calls of ``release(_:)``.
  static let releaseStep = 1 << 21

  /// Releases `range` of a large file; small files are soon read again.
  func releaseIfLarge(_ range: Range<Int>) {
    if count > 1 << 24 { release(range) }
  }

  /// Lets the system reclaim the memory of mapped bytes that are not needed for now.
  func release(_ range: Range<Int>) {
    if let whole {
      let lower = whole.offset + range.lowerBound
      return whole.bytes.release(lower..<lower + range.count)
    }
    if case .mapped(let file) = memory { file.release(range) }
  }

  /// Maps an open file.
  static func mapping(_ descriptor: FileDescriptor, count: Int) throws(Errno) -> FileBytes {
    let file = try MappedFile(descriptor, count: count)
    return FileBytes(start: file.start, count: count, .mapped(file))
  }

  /// Takes ownership of allocated memory.
  static func taking(_ memory: UnsafeMutablePointer<UInt8>, count: Int) -> FileBytes {
    FileBytes(start: memory, count: count, .allocated)
  }

  private static func readAll(
    _ descriptor: FileDescriptor,
    name: String,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    var spool = ByteSpool()
    do throws(ByteSpool.Failure) {
      while true {
        let isReady = descriptor.wait(for: .input) { cancellation.isCancelled }
        guard isReady else { throw .cancelled }
        var failure: Errno?
        let count = try spool.append(upTo: 1 << 16) { memory, room in
          do throws(Errno) {
            return try descriptor.read(
              into: UnsafeMutableRawBufferPointer(start: memory, count: room)
            )
          } catch {
            failure = error
            return 0
          }
        }
        switch failure {
        case nil where count == 0: return try spool.finish()
        case nil, .interrupted, .wouldBlock: break
        case let failure?: throw .system(failure)
        }
      }
    } catch {
      throw FileReadingError(error, file: name)
    }
  }
}
