/// Receives output bytes in order. An error that it throws ends the writing.
public typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void

/// Writes strings as bytes.
public enum ByteText {
  /// Passes the UTF-8 bytes of a string to a sink.
  public static func write(_ text: String, to sink: ByteSink) throws {
    var text = text
    try text.withUTF8 { try sink(UnsafeRawBufferPointer($0)) }
  }
}
