extension String {
  /// Whether the language, and Swift, read the text as one word: a letter or a line, then those and digits.
  ///
  /// Which characters these are Unicode says, for the language as for Swift: `isXIDStart` and `isXIDContinue`.
  package var isWord: Bool {
    unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
      && unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
  }
}
