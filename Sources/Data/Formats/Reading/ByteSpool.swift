import Foundation

/// Bytes that come one after another: in memory while they are few, then in a file that nobody else sees.
struct ByteSpool: ~Copyable {
  /// Why bytes could not be kept.
  enum Failure: Error {
    case cancelled
    /// The system's error number.
    case system(Int32)
    /// The same, of a file for what does not stay in memory.
    case storage(Int32)
    /// The packed bytes are damaged: at an offset, and how.
    case damaged(String)
  }

  /// More bytes than these are kept in a file.
  static let mostInMemory = 1 << 26

  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 16
  private var count = 0
  /// The bytes in the file, before those in memory.
  private var spilled = 0
  private var descriptor: Int32 = -1

  init() {
    memory = .allocate(capacity: capacity)
  }

  deinit {
    memory.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds what `read` puts into the memory that it is given with its size; what it returned.
  mutating func append(
    upTo length: Int,
    _ read: (UnsafeMutablePointer<UInt8>, Int) -> Int
  ) throws(Failure) -> Int {
    if count + length > capacity { try makeRoom(for: length) }
    let got = read(memory + count, length)
    count += max(0, got)
    return got
  }

  /// All bytes.
  consuming func finish() throws(Failure) -> FileBytes {
    guard descriptor >= 0 else {
      let kept = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
      kept.update(from: memory, count: count)
      return .taking(kept, count: count)
    }
    try spill()
    guard let bytes = FileBytes.map(descriptor, count: spilled) else { throw .storage(errno) }
    return bytes
  }

  private mutating func makeRoom(for length: Int) throws(Failure) {
    if count + length > Self.mostInMemory { try spill() }
    guard count + length > capacity else { return }
    capacity = max(capacity * 2, count + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  private mutating func spill() throws(Failure) {
    if descriptor < 0 { descriptor = try Self.openFile() }
    var written = 0
    while written < count {
      let put = write(descriptor, memory + written, count - written)
      if put < 0, errno != EINTR { throw .storage(errno) }
      written += max(0, put)
    }
    spilled += count
    count = 0
  }

  /// A file without a name: it is gone with the process.
  private static func openFile() throws(Failure) -> Int32 {
    var path = Array((NSTemporaryDirectory() + "/martlet-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .storage(errno) }
    unlink(path)
    return descriptor
  }
}

extension FileReadingError {
  /// What went wrong while the bytes of a file were gathered.
  init(_ failure: ByteSpool.Failure, file: String) {
    switch failure {
    case .cancelled: self = .cancelled
    case .storage(let code):
      let folder = NSTemporaryDirectory()
      self = .problem(.cannotKeep(folder: folder, errno: code), file: file)
    case .system(let code): self = .problem(.cannotOpen(errno: code), file: file)
    case .damaged(let reason): self = .problem(.misfit(reason), file: file)
    }
  }
}
