import CZlib
package import Foundation

/// Compresses with raw DEFLATE, without a header.
package enum Deflater {
  /// `data`, packed.
  package static func pack(_ data: Data) -> Data {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var input = [UInt8](data)
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))))
    let count = input.count
    let left = input.withUnsafeMutableBufferPointer { source -> UInt32 in
      output.withUnsafeMutableBufferPointer { target -> UInt32 in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
        return stream.avail_out
      }
    }
    return Data(output.dropLast(Int(left)))
  }
}
