import CZlib
package import Foundation

/// Decompresses raw DEFLATE data.
package enum Inflater {
  /// The decompressed `data`; throws if it is damaged, or as soon as the result exceeds `limit`.
  package static func inflate(_ data: Data, limit: Int) throws(FormatError) -> Data {
    guard data.count <= Int(UInt32.max) else { throw FormatError("it is too large") }
    var stream = z_stream()
    // A negative window size means that the data has no header.
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw FormatError("zlib failed to start") }
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
    case Z_MEM_ERROR: throw FormatError("it decompresses to more than \(limit) bytes")
    case Z_BUF_ERROR: throw .endsTooEarly
    default: throw FormatError("it is not compressed by DEFLATE")
    }
  }

  private static let chunkSize = 65_536

  /// zlib's final status; `Z_MEM_ERROR` if the result would exceed `limit`.
  private static func unpack(_ stream: inout z_stream, into result: inout Data, limit: Int) -> Int32
  {
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let (status, count) = chunk.withUnsafeMutableBufferPointer { bytes -> (Int32, Int) in
        stream.next_out = bytes.baseAddress
        stream.avail_out = UInt32(bytes.count)
        let status = CZlib.inflate(&stream, Z_NO_FLUSH)
        return (status, bytes.count - Int(stream.avail_out))
      }
      guard count <= limit - result.count else { return Z_MEM_ERROR }
      result.append(contentsOf: chunk.prefix(count))
      guard status == Z_OK, count > 0 || stream.avail_in > 0 else {
        return status == Z_OK ? Z_BUF_ERROR : status
      }
    }
  }
}
