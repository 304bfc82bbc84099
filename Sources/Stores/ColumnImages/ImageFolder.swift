import Foundation
import Platform
import Synchronization

/// An image that is closed once nothing reads it.
private final class OpenImage: Sendable {
  let descriptor: FileDescriptor

  init?(_ path: String) {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .nonBlocking) else {
      return nil
    }
    descriptor = file
  }

  deinit { try? descriptor.close() }
}

/// The folder of images. Every failure is silent: without images, the data file is read.
final class ImageFolder: Sendable {
  static let ending = ".image"
  private static let unfinishedEnding = ".partial"
  /// Unfinished images that are older were left by a process that ended.
  private static let oldestUnfinished = 3600.0

  let path: String
  /// The maximum number of bytes of all images.
  let limit: Int
  /// Identifies this program; nil if it is not known: then images are neither read nor written.
  private let program: UInt64?
  /// The number of bytes that threads of this process are about to write.
  private let reserved = Mutex(0)

  init(path: String, limit: Int) {
    (self.path, self.limit) = (path, limit)
    program = CurrentProcess.program.map { stamp in
      stamp.words.withUnsafeBytes { WordChecksum.of($0) }
    }
  }

  /// Whether there is a file of this name.
  func has(_ name: ImageName) -> Bool { FileSystem.exists(path(of: name)) }

  private func path(of name: ImageName) -> String { path + "/" + name.fileName }

  /// The result of `body` for the image `name`; nil if there is none. A damaged image is removed.
  func read<Result>(
    _ name: ImageName,
    _ body: (ImageDecoding) throws(ImageFault) -> Result
  ) -> Result? {
    guard let program else { return nil }
    let path = path(of: name)
    guard let file = OpenImage(path) else { return nil }
    do throws(ImageFault) {
      guard let status = try? FileStatus(file.descriptor), status.kind == .regular, status.isPrivate
      else { throw .damaged }
      let head = try ImageHead(fileSize: status.size, program) { offset, count in
        var bytes = [UInt8](repeating: 0, count: count)
        return bytes.withUnsafeMutableBytes { file.descriptor.readFully(into: $0, at: offset) }
          ? bytes : nil
      }
      guard head.identification == name.bytes else { throw .other }
      // Each row takes at least one byte of the data file.
      guard head.rowCount <= name.state.stamp.size else { throw .damaged }
      let result = try body(
        ImageDecoding(head: head) { file.descriptor.readFully(into: $0, at: $1) }
      )
      // `file` is in use until here, so that nothing else has its number.
      file.descriptor.touch()
      return result
    } catch {
      if error == .damaged { FileSystem.remove(path) }
      return nil
    }
  }

  // MARK: Writing

  /// Writes an image under another name, and renames it once it is complete. Returns whether that
  /// succeeded.
  func write(_ encoding: ImageEncoding, as name: ImageName) -> Bool {
    let checksums = encoding.parts.map(\.checksums)
    let blocks = zip(encoding.parts, checksums).map { ImageBlock($0, checksums: $1) }
    let head = ImageHead(
      kind: encoding.kind,
      isSpecial: encoding.isSpecial,
      rowCount: encoding.rowCount,
      identification: name.bytes,
      blocks: blocks
    )
    guard let program, let start = head.bytes(program) else { return false }
    let size = blocks.reduce(start.count) { $0 + $1.storedCount }
    guard size <= CurrentProcess.largestFile, reserve(size) else { return false }
    let target = path(of: name)
    let unfinished = "\(target).\(CurrentProcess.id).\(Self.number())\(Self.unfinishedEnding)"
    TemporaryFiles.add(unfinished)
    defer { TemporaryFiles.forget(unfinished) }
    let isWritten: Bool
    do throws(Errno) {
      let contents = zip(encoding.parts, checksums).flatMap { part, checksums in
        [part.pieces, [checksums.withUnsafeBytes { Array($0) }]]
      }
      try Self.write([[start]] + contents, to: unfinished)
      isWritten = true
    } catch {
      isWritten = false
    }
    return reserved.withLock { reserved in
      // Both at once, so that an image is never counted twice.
      reserved -= size
      if isWritten, (try? FileSystem.rename(unfinished, to: target)) != nil { return true }
      FileSystem.remove(unfinished)
      return false
    }
  }

  /// Writes blocks, whose bytes are in pieces.
  private static func write(_ blocks: [[[UInt8]]], to path: String) throws(Errno) {
    let descriptor = try FileDescriptor.open(
      path,
      .writeOnly,
      options: .exclusiveCreate,
      permissions: 0o600
    )
    var failure: Errno?
    let padding = [UInt8](repeating: 0, count: 8)
    for block in blocks {
      let size = block.reduce(0) { $0 + $1.count }
      for piece in block + [Array(padding[..<(-size & 7)])] where failure == nil {
        piece.withUnsafeBytes { bytes in
          do throws(Errno) {
            try descriptor.writeAll(bytes)
          } catch {
            failure = error
          }
        }
      }
    }
    do throws(Errno) {
      try descriptor.close()
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  private static let counter = Atomic(0)

  private static func number() -> Int { counter.add(1, ordering: .relaxed).newValue }

  // MARK: Room

  /// An image in the folder.
  struct Entry {
    let path: String
    let bytes: Int
    let lastUse: Double
    let isUnfinished: Bool
  }

  /// All images and unfinished ones.
  func entries() -> [Entry] {
    FileSystem.names(in: path).compactMap { name in
      let isUnfinished = name.hasSuffix(Self.unfinishedEnding)
      guard name.hasSuffix(Self.ending) || (isUnfinished && name.contains(Self.ending + ".")),
        let status = try? FileStatus(path + "/" + name), status.kind == .regular
      else { return nil }
      return Entry(
        path: path + "/" + name,
        bytes: status.size,
        lastUse: status.lastWrite,
        isUnfinished: isUnfinished
      )
    }
  }

  /// How many bytes all images may take.
  var room: Int { isUsable ? room(with: entries()) : 0 }

  /// Never more than a tenth of the disk that would be free without images.
  private func room(with entries: [Entry]) -> Int {
    let used = entries.reduce(0) { $0 + ($1.isUnfinished ? 0 : $1.bytes) }
    let free = FileSystem.freeBytes(in: path)
    return min(limit, (free / 10).addingReportingOverflow(used / 10).partialValue)
  }

  /// Whether the folder, which is created if necessary, can only be written by this user.
  private var isUsable: Bool {
    FileSystem.createPrivateFolder(path)
    guard let folder = try? FileStatus(path) else { return false }
    return folder.kind == .directory && folder.isPrivate
  }

  /// Reserves room for an image, in one thread after the other; returns whether there is enough.
  private func reserve(_ bytes: Int) -> Bool {
    reserved.withLock { reserved in
      guard freeSpace(for: reserved + bytes) else { return false }
      reserved += bytes
      return true
    }
  }

  /// Removes the least recently used images until `bytes` more fit; returns whether they do.
  private func freeSpace(for bytes: Int) -> Bool {
    guard isUsable else { return false }
    var entries = entries()
    let now = Date().timeIntervalSince1970
    for entry in entries
    where entry.isUnfinished && now - entry.lastUse > Self.oldestUnfinished {
      FileSystem.remove(entry.path)
    }
    entries = entries.filter { !$0.isUnfinished }.sorted { $0.lastUse < $1.lastUse }
    var used = entries.reduce(0) { $0 + $1.bytes }
    let most = room(with: entries)
    guard bytes <= most else { return false }
    for entry in entries where used > most - bytes {
      FileSystem.remove(entry.path)
      used -= entry.bytes
    }
    return true
  }

  /// Removes an image.
  func remove(_ name: ImageName) { FileSystem.remove(path(of: name)) }

  /// Removes all images.
  func clear() {
    for entry in entries() { FileSystem.remove(entry.path) }
  }

  /// The path of the data file of an image; nil if it is damaged, or of another program.
  func dataFile(of entry: Entry) -> String? {
    guard let program, let descriptor = try? FileDescriptor.open(entry.path, .readOnly) else {
      return nil
    }
    defer { try? descriptor.close() }
    let head = try? ImageHead(fileSize: entry.bytes, program) { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      return bytes.withUnsafeMutableBytes { descriptor.readFully(into: $0, at: offset) }
        ? bytes : nil
    }
    return head.flatMap { ImageName.path(in: $0.identification) }
  }
}
