import Diagnostics
import Foundation

/// The prompt, which ends with a space.
struct Prompt {
  /// The text, colored or not.
  let rendered: String
  /// The text without the final `>`.
  let name: String
  let width: Int

  /// Creates a prompt with `text` and a space.
  init(_ text: String, isColored: Bool) {
    rendered = StyledText(text, .prompt).rendered(usesColor: isColored) + " "
    name = text.hasSuffix(">") ? String(text.dropLast()) : text
    width = text.displayWidth + 1
  }

  /// The prompt for the library, with `escape` around each escape sequence.
  ///
  /// The final space is needed, because the library mishandles a prompt that ends with an escape
  /// sequence.
  func wideCharacters(escape: wchar_t) -> [wchar_t] {
    var characters: [wchar_t] = []
    var isInSequence = false
    for scalar in rendered.unicodeScalars {
      if scalar == "\u{1B}" {
        characters.append(escape)
        isInSequence = true
      }
      characters.append(scalar.wide)
      if isInSequence, scalar == "m" {
        characters.append(escape)
        isInSequence = false
      }
    }
    return characters + [0]
  }
}
