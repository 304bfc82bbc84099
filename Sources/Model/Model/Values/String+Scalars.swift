extension String {
  /// The string with each scalar replaced by `replacement`, unless that returns nil.
  ///
  /// Characters would miss scalars that are followed by a combining mark, such as the end of a
  /// quoted string.
  public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The string with each scalar `mark` replaced by `text`.
  public func replacing(scalar mark: Unicode.Scalar, with text: String) -> String {
    unicodeScalars.contains(mark) ? replacingScalars { $0 == mark ? text : nil } : self
  }
}
