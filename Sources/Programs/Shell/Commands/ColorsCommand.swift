import Diagnostics
import Syntax

extension DotCommand {
  static let colors = DotCommand(
    name: "colors",
    aliases: ["colours"],
    arguments: "[theme] [name=style ...]",
    wordCounts: 0...Int.max,
    summary: "choose the colors",
    example: ".colors light keyword=bold,magenta",
    details: """
      Without an argument, lists the names with their styles. `auto`, the default, is `light` if the \
      terminal says in `COLORFGBG` that its background is light, otherwise `dark`. A style is a \
      color such as `blue` or `bright-red`, `bold`, `dim`, `italic`, `underline` or `reverse`, \
      several joined by commas, or the numbers of a terminal sequence. To keep the choice, write it \
      into `init.fetch`, or into the variable `MARTLET_COLORS`: `light:keyword=bold,magenta`.
      """,
    suggestions: { _ in
      ColorSettings.Theme.allCases.map(\.rawValue) + ColorSettings.roles.map { "\($0.rawValue)=" }
    },
    handler: { call throws(Diagnostic) in
      guard !call.words.isEmpty else {
        call.printColors()
        return .succeeded
      }
      var palette = Palette.current
      for word in call.words {
        do throws(ColorSettings.Failure) {
          try ColorSettings.apply(word.text, to: &palette)
        } catch {
          throw Diagnostic(error.message, at: word.span, help: [error.help])
        }
      }
      Palette.current = palette
      return .succeeded
    }
  )
}

extension CommandCall {
  /// Prints each name in its style.
  fileprivate func printColors() {
    let palette = Palette.current
    let width = ColorSettings.roles.map(\.rawValue.count).max() ?? 0
    for role in ColorSettings.roles {
      var line = StyledText(role.rawValue, role)
      line.appendSpaces(width + 1 - role.rawValue.count)
      line.append(palette.style(of: role))
      console.printLine(line)
    }
  }
}
