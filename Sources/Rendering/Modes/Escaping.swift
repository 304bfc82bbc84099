extension String {
  /// The text with `replacement` for each scalar that has one.
  ///
  /// Scalars, not characters: a sign with a combining mark behind it is still that sign to what reads
  /// the text.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
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
}
