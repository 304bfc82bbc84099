import Diagnostics
import Foundation

/// The text before the place where a block is typed; it ends in a space.
struct Prompt {
  /// What is shown, coloured or not.
  let rendered: String
  /// The text without the `>` at its end.
  let name: String
  /// The columns that the prompt takes.
  let width: Int

  /// A prompt that shows `text` and a space.
  init(_ text: String, isColored: Bool) {
    rendered = StyledText(text, .prompt).rendered(usesColor: isColored) + " "
    name = text.hasSuffix(">") ? String(text.dropLast()) : text
    width = text.displayWidth + 1
  }

  /// The prompt for the library, with `escape` before and after each escape sequence.
  ///
  /// The library mishandles a prompt that ends in a sequence; the space at the end prevents it.
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
