import CMappedFiles
import Storage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a whole file: mapped where that is possible, else read into memory.
///
/// The bytes never change and live as long as this object, whose owner keeps it while pointers into
/// it are in use. What another process cuts off a mapped file reads as zeros from then on, and
/// ``wasCut`` says so.
final class FileBytes: @unchecked Sendable {
  /// The first byte; not to be read where `count` is 0.
  let start: UnsafePointer<UInt8>
  let count: Int
  private let memory: Memory
  /// What these bytes are a part of, and where they begin in it.
  private let whole: (bytes: FileBytes, offset: Int)?

  /// Who gives the memory back.
  private enum Memory {
    /// Out of the file that is open on a descriptor of its own.
    case mapped(Int32)
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

  /// The bytes of `range`, which lies within.
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

  /// Whether another process has cut off the end of the file meanwhile.
  var wasCut: Bool {
    switch memory {
    case .mapped(let descriptor):
      // It may be longer again.
      if mapped_file_was_cut(start) { return true }
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_size < count
    case .allocated: return false
    case .borrowed: return whole?.bytes.wasCut ?? false
    }
  }

  deinit {
    switch memory {
    case .mapped(let descriptor):
      mapped_file_unwatch(start)
      munmap(UnsafeMutableRawPointer(mutating: start), count)
      close(descriptor)
    case .allocated: start.deallocate()
    case .borrowed: break
    }
  }

  /// Opens the file at `path`, or standard input for `-`.
  ///
  /// A signal whose handler raises `cancellation` ends the wait for a pipe.
  static func open(
    path: String,
    name: String,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    if path == "-", let reader = StandardInput.reader {
      throw .problem(.readAlready(by: reader), file: name)
    }
    let descriptor = path == "-" ? dup(0) : openForReading(path)
    guard descriptor >= 0 else {
      if errno == EINTR, cancellation.isCancelled { throw .cancelled }
      throw .problem(.cannotOpen(errno: errno), file: name)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .problem(.cannotOpen(errno: errno), file: name)
    }
    if EndlessDevice.isOpen(on: descriptor) { throw .problem(.isDevice, file: name) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .problem(.isDirectory, file: name)
    case S_IFREG where status.st_size > 0 && lseek(descriptor, 0, SEEK_CUR) == 0:
      if let mapped = map(descriptor, count: Int(status.st_size)) { return mapped }
    default: break
    }
    if path == "-" { StandardInput.noteData(descriptor) }
    return try readAll(descriptor, name: name, cancellation)
  }

  /// About how much is read between two calls of ``release(_:)``.
  static let releaseStep = 1 << 23

  /// Lets go of `range` where that keeps the memory small: a small file is soon read again.
  func releaseIfLarge(_ range: Range<Int>) {
    if count > 1 << 28 { release(range) }
  }

  /// Lets the system take back the memory of mapped bytes that are not needed for now.
  func release(_ range: Range<Int>) {
    if let whole {
      let lower = whole.offset + range.lowerBound
      return whole.bytes.release(lower..<lower + range.count)
    }
    let page = 16_384
    let lower = (range.lowerBound + page - 1) / page * page
    let upper = range.upperBound / page * page
    guard case .mapped = memory, lower < upper else { return }
    madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, MADV_DONTNEED)
  }

  /// The bytes of the file that is open on `descriptor`; nil where it cannot be mapped.
  static func map(_ descriptor: Int32, count: Int) -> FileBytes? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, copy, 0)
    guard let memory, memory != MAP_FAILED else {
      close(copy)
      return nil
    }
    madvise(memory, count, MADV_SEQUENTIAL)
    // Where there are too many to watch over, a file that is cut ends this process.
    _ = mapped_file_watch(memory, count)
    return FileBytes(
      start: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)),
      count: count,
      .mapped(copy)
    )
  }

  /// Takes over memory that was allocated.
  static func taking(_ memory: UnsafeMutablePointer<UInt8>, count: Int) -> FileBytes {
    FileBytes(start: memory, count: count, .allocated)
  }

  private static func readAll(
    _ descriptor: Int32,
    name: String,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    var spool = ByteSpool()
    do throws(ByteSpool.Failure) {
      while true {
        guard waitForInput(descriptor, cancellation) else { throw .cancelled }
        let got = try spool.append(upTo: 1 << 16) { read(descriptor, $0, $1) }
        if got == 0 { return try spool.finish() }
        if got < 0, errno != EINTR, errno != EAGAIN { throw .system(errno) }
      }
    } catch {
      throw FileReadingError(error, file: name)
    }
  }

  /// Waits until a read would not block; false if `cancellation` is raised first.
  ///
  /// The wait looks up every 50 ms: a signal that arrives just before a blocking `read` would not
  /// end it.
  private static func waitForInput(_ descriptor: Int32, _ cancellation: CancellationFlag) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !cancellation.isCancelled {
      let ready = poll(&request, 1, 50)
      if ready > 0 || ready < 0 && errno != EINTR { return true }
    }
    return false
  }
}

/// Opens a file; a descriptor below 0 is a failure, with `errno`. A named pipe that nobody writes yet is open at
/// once, so that the wait for its first byte can be given up.
public func openForReading(_ path: String) -> Int32 {
  var status = stat()
  let isPipe = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  return open(path, O_RDONLY | O_CLOEXEC | (isPipe ? O_NONBLOCK : 0))
}
