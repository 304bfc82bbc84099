import CZlib
import Storage

/// Files compressed with gzip, with one or more members.
enum GzipFile {
  /// Whether the bytes start like a gzip file; text never does.
  static func isPacked(_ bytes: FileBytes) -> Bool {
    bytes.count >= 3 && bytes.start[0] == 0x1F && bytes.start[1] == 0x8B && bytes.start[2] == 8
  }

  /// The path without `.gz`.
  static func unpackedPath(_ path: String) -> String {
    path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
  }

  /// The decompressed bytes.
  static func unpacked(
    _ bytes: FileBytes,
    _ cancellation: CancellationFlag
  ) throws(ByteSpool.Failure) -> FileBytes {
    // zlib remembers the stream's address, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    // 16 more window bits select the gzip header.
    guard
      inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .damaged("zlib failed to start") }
    defer { inflateEnd(stream) }
    var spool = ByteSpool()
    var position = 0
    cancellation.progress.begin(.reading, total: bytes.count)
    while true {
      if cancellation.isCancelled { throw .cancelled }
      if stream.pointee.avail_in == 0 {
        feed(stream, bytes, from: &position)
        cancellation.progress.advance(to: position)
      }
      let (status, made) = try inflateStep(stream, into: &spool)
      let rest = Int(stream.pointee.avail_in) + bytes.count - position
      switch status {
      case Z_STREAM_END:
        // Tapes and disks fill up blocks with zeros.
        let next = bytes.count - rest
        guard rest > 0, bytes.start[next] != 0 else { return try spool.finish() }
        inflateReset(stream)
      case Z_OK, Z_BUF_ERROR:
        if made == 0, rest == 0 { throw .damaged("the compressed file is incomplete") }
      default:
        throw .damaged("the compressed file is damaged")
      }
    }
  }

  private static let step = 1 << 18

  /// Passes the next compressed bytes to the stream.
  private static func feed(
    _ stream: UnsafeMutablePointer<z_stream>,
    _ bytes: FileBytes,
    from position: inout Int
  ) {
    let length = min(step, bytes.count - position)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.start + position)
    stream.pointee.avail_in = UInt32(length)
    position += length
  }

  /// Decompresses one step. Returns zlib's status and the number of bytes.
  private static func inflateStep(
    _ stream: UnsafeMutablePointer<z_stream>,
    into spool: inout ByteSpool
  ) throws(ByteSpool.Failure) -> (status: Int32, made: Int) {
    var status = Z_OK
    let made = try spool.append(upTo: step) { memory, length in
      stream.pointee.next_out = memory
      stream.pointee.avail_out = UInt32(length)
      status = inflate(stream, Z_NO_FLUSH)
      return length - Int(stream.pointee.avail_out)
    }
    return (status, made)
  }
}
