extension String {
  /// The text with `replacement` for each scalar that has one.
  ///
  /// Scalars, not characters: a sign with a combining mark behind it is another character to Swift, and still
  /// that sign to what reads the text, such as the end of a quoted one.
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

  /// The text with `text` in the place of each scalar `mark`.
  public func replacing(scalar mark: Unicode.Scalar, with text: String) -> String {
    unicodeScalars.contains(mark) ? replacingScalars { $0 == mark ? text : nil } : self
  }
}
