/// Takes bytes of output in order; what it throws ends the writing.
public typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void

/// Texts as bytes.
public enum ByteText {
  /// Hands a text to a sink of bytes.
  public static func write(_ text: String, to sink: ByteSink) throws {
    var text = text
    try text.withUTF8 { try sink(UnsafeRawBufferPointer($0)) }
  }
}
