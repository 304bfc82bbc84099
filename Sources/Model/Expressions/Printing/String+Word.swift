extension String {
  /// Whether the string is an identifier: a letter or `_`, then letters, digits or `_` (Unicode
  /// XID).
  package var isWord: Bool {
    unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
      && unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
  }
}
