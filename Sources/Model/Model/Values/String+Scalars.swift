extension String {
  /// The string with each scalar replaced by `replacement`, unless that returns nil.
  ///
  /// Characters would miss scalars that are followed by a combining mark, such as the end of a
  /// quoted string.
  public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    // A view of scalars would copy the whole string for each text that is appended.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        bytes += text.utf8
      } else {
        bytes += scalar.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The string with each scalar `mark` replaced by `text`.
  public func replacing(scalar mark: Unicode.Scalar, with text: String) -> String {
    unicodeScalars.contains(mark) ? replacingScalars { $0 == mark ? text : nil } : self
  }
}
