import Diagnostics
import Shell
import Syntax

/// The occurrences of declared names in a script.
struct NameOccurrences {
  /// A name at a position.
  struct Name {
    let text: String
    let span: SourceSpan
    /// The name with that of its model, if it is after a dot.
    let fullName: String
  }

  private let words: [ScriptWords.Word]

  init(_ source: SourceText) { words = ScriptWords(source).words }

  /// The name that contains an offset, or ends there; nil if there is none.
  func name(at offset: Int) -> Name? {
    let word = words.first { $0.span.lowerBound <= offset && offset <= $0.span.upperBound }
    return word.map { word in
      let fullName = (word.owner.map { $0 + "." } ?? "") + word.text
      return Name(text: word.text, span: word.span, fullName: fullName)
    }
  }

  /// The places of a name: where it is declared, and where it is used.
  ///
  /// - Parameter owner: The model of a saved query; nil if it has none, and for models.
  func spans(
    of name: String,
    owner: String?,
    _ declared: [DocumentAnalysis.Declared]
  ) -> [SourceSpan] {
    let fullName = (owner.map { $0 + "." } ?? "") + name
    let declarations = Set(declared.filter { $0.fullName == fullName }.map(\.name.span))
    return words.filter { word in
      guard word.text == name else { return false }
      if declarations.contains(word.span) { return true }
      return owner == nil ? word.isEntity && word.owner == nil : word.owner == owner
    }.map(\.span)
  }
}
