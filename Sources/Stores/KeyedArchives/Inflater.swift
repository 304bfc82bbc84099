import CZlib
public import Foundation

/// Unpacks what DEFLATE packed without a header.
public enum Inflater {
  /// The unpacked bytes of `data`; throws where it is damaged, and as soon as these would be more than
  /// `limit`.
  public static func inflate(_ data: Data, limit: Int) throws(ArchiveError) -> Data {
    guard data.count <= Int(UInt32.max) else { throw ArchiveError("it is too large") }
    var stream = z_stream()
    // A negative number of window bits says that there is no header.
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ArchiveError("zlib cannot be used") }
    defer { inflateEnd(&stream) }
    var result = Data()
    var input = [UInt8](data)
    let count = input.count
    let status = input.withUnsafeMutableBufferPointer { bytes -> Int32 in
      stream.next_in = bytes.baseAddress
      stream.avail_in = UInt32(count)
      return unpack(&stream, into: &result, limit: limit)
    }
    switch status {
    case Z_STREAM_END: return result
    case Z_MEM_ERROR: throw ArchiveError("it unpacks to more than \(limit) bytes")
    case Z_BUF_ERROR: throw .endsTooEarly
    default: throw ArchiveError("it is not packed by DEFLATE")
    }
  }

  private static let chunkSize = 65_536

  /// What zlib says at the end; `Z_MEM_ERROR` where the result would be larger than `limit`.
  private static func unpack(_ stream: inout z_stream, into result: inout Data, limit: Int) -> Int32
  {
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let (status, made) = chunk.withUnsafeMutableBufferPointer { bytes -> (Int32, Int) in
        stream.next_out = bytes.baseAddress
        stream.avail_out = UInt32(bytes.count)
        let status = CZlib.inflate(&stream, Z_NO_FLUSH)
        return (status, bytes.count - Int(stream.avail_out))
      }
      guard made <= limit - result.count else { return Z_MEM_ERROR }
      result.append(contentsOf: chunk.prefix(made))
      guard status == Z_OK, made > 0 || stream.avail_in > 0 else {
        return status == Z_OK ? Z_BUF_ERROR : status
      }
    }
  }
}
