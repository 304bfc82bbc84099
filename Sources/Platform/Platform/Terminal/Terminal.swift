import CPlatform
import Foundation

/// What is known about the terminal, without asking it anything.
public enum Terminal {
  /// Whether a descriptor is open on a terminal.
  public static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// Whether the terminal can move its cursor and colour its text.
  public static var isCapable: Bool {
    let name = Environment.value(of: "TERM") ?? ""
    return !name.isEmpty && name != "dumb"
  }

  /// The columns to fill on standard output: `COLUMNS`, else what the terminal says; nil for pipes.
  public static var width: Int? {
    if let columns = Environment.value(of: "COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return size?.columns
  }

  /// The columns of a terminal that does not say how many it has.
  public static let usualWidth = 80

  /// Whether the terminal can show more than ASCII; only a locale that says otherwise is believed.
  public static var usesUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(Environment.value).first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return true }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// Rows and columns of the terminal on standard output.
  public static var size: (rows: Int, columns: Int)? { size(.standardOutput) }

  /// The columns of the terminal on standard error.
  public static var errorWidth: Int? { size(.standardError)?.columns }

  private static func size(_ descriptor: FileDescriptor) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether the terminal on standard input shows Ctrl-C as `^C` by itself.
  public static var echoesControlKeys: Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ECHOCTL)
    return settings.c_lflag & wanted == wanted
  }
}

extension Terminal {
  /// Has C functions decode characters by the user's locale, or by UTF-8 where that is another encoding.
  public static func decodeUnicode() {
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Saves the settings of the terminal on standard input, and has signals of crashes restore them while
  /// ``setRaw(_:)`` is on.
  public static func saveSettings() { terminal_settings_save() }

  /// Notes whether the terminal is in raw mode, in which a line editor reads single keys.
  public static func setRaw(_ isRaw: Bool) { terminal_settings_set_changed(isRaw) }

  /// Restores the saved settings where the terminal is in raw mode; safe in a signal handler.
  public static func restoreSettings() { terminal_settings_restore() }
}
