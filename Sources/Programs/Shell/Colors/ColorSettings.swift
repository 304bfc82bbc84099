import Diagnostics
import Platform

/// The color settings of `.colors` and `MARTLET_COLORS`: `light`, `keyword=bold,magenta`.
enum ColorSettings {
  /// The themes.
  enum Theme: String, CaseIterable {
    case auto, dark, light

    fileprivate var palette: Palette {
      switch self {
      case .auto: Self.isBackgroundLight ? .light : .dark
      case .dark: .dark
      case .light: .light
      }
    }

    /// Whether the terminal says in `COLORFGBG` that its background is light: `0;15`.
    private static var isBackgroundLight: Bool {
      let background = Environment.value(of: "COLORFGBG")?.split(separator: ";").last
      return background == "7" || background == "15"
    }
  }

  /// A setting that cannot be used.
  struct Failure: Error {
    let message: String
    let help: String
  }

  /// The roles that can be set.
  static var roles: [TextRole] { TextRole.allCases.filter { $0 != .plain } }

  /// Applies one setting to `palette`.
  static func apply(_ setting: String, to palette: inout Palette) throws(Failure) {
    if let theme = Theme(rawValue: setting) {
      palette = theme.palette
      return
    }
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = roles.map(\.rawValue)
    guard parts.count == 2 else {
      let themes = Theme.allCases.map(\.rawValue)
      throw Failure(
        message: "`\(setting)` is not a theme",
        help: didYouMean(nearestNames(to: setting, in: themes))
          ?? "write `auto`, `dark`, `light` or a style such as `keyword=bold,blue`"
      )
    }
    guard let role = TextRole(rawValue: String(parts[0])), role != .plain else {
      throw Failure(
        message: "there is no color for `\(parts[0])`",
        help: didYouMean(nearestNames(to: String(parts[0]), in: names))
          ?? "`.colors` lists the names"
      )
    }
    guard let code = Palette.code(String(parts[1])) else {
      let nearest = nearestNames(to: String(parts[1]), in: Palette.styles.map(\.name))
      throw Failure(
        message: "`\(parts[1])` is not a style",
        help: didYouMean(nearest)
          ?? "write colors such as `blue` and `bright-red`, `bold`, `dim`, `underline`, or numbers"
      )
    }
    palette[role] = code
  }
}

extension Console {
  /// Chooses the colors for the terminal's background, then those of `MARTLET_COLORS`.
  public func chooseColors() {
    var palette = ColorSettings.Theme.auto.palette
    let settings = Environment.value(of: "MARTLET_COLORS") ?? ""
    for setting in settings.split(whereSeparator: { $0 == ":" || $0 == " " }) {
      do throws(ColorSettings.Failure) {
        try ColorSettings.apply(String(setting), to: &palette)
      } catch {
        report(
          Diagnostic(.warning, "MARTLET_COLORS: \(error.message)", at: nil, help: [error.help])
        )
      }
    }
    Palette.current = palette
  }
}
