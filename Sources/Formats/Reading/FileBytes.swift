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
/// it are in use. A mapped file that another process cuts short meanwhile ends this process; reading
/// piece by piece would not, but costs a copy of everything.
final class FileBytes: @unchecked Sendable {
  /// The first byte; not to be read where `count` is 0.
  let start: UnsafePointer<UInt8>
  let count: Int
  private let isMapped: Bool

  private init(start: UnsafePointer<UInt8>, count: Int, isMapped: Bool) {
    self.start = start
    self.count = count
    self.isMapped = isMapped
  }

  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    bytes.withUnsafeBufferPointer { source in
      if let first = source.baseAddress { memory.update(from: first, count: source.count) }
    }
    self.init(start: memory, count: bytes.count, isMapped: false)
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: start), count)
    } else {
      start.deallocate()
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
    let page = 16_384
    let lower = (range.lowerBound + page - 1) / page * page
    let upper = range.upperBound / page * page
    guard isMapped, lower < upper else { return }
    madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, MADV_DONTNEED)
  }

  private static func map(_ descriptor: Int32, count: Int) -> FileBytes? {
    let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    madvise(memory, count, MADV_SEQUENTIAL)
    return FileBytes(
      start: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)),
      count: count,
      isMapped: true
    )
  }

  private static func readAll(
    _ descriptor: Int32,
    name: String,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    var capacity = 1 << 16
    var count = 0
    var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    while true {
      if count == capacity {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
        capacity *= 2
      }
      guard waitForInput(descriptor, cancellation) else {
        memory.deallocate()
        throw .cancelled
      }
      let got = read(descriptor, memory + count, capacity - count)
      if got == 0 { break }
      if got < 0, errno != EINTR {
        let code = errno
        memory.deallocate()
        throw .problem(.cannotOpen(errno: code), file: name)
      }
      count += max(0, got)
    }
    return FileBytes(start: memory, count: count, isMapped: false)
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

/// `open` outside the class, whose own `open` would hide it.
private func openForReading(_ path: String) -> Int32 {
  open(path, O_RDONLY | O_CLOEXEC)
}
