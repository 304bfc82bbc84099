import CPlatform
import Foundation

/// Information about the terminal, without querying it.
public enum Terminal {
  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// Whether the terminal supports cursor movement and colors.
  public static var isCapable: Bool {
    let name = Environment.value(of: "TERM") ?? ""
    return !name.isEmpty && name != "dumb"
  }

  /// The number of columns on standard output: `COLUMNS`, or that of the terminal; nil for pipes.
  public static var width: Int? {
    if let columns = Environment.value(of: "COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return size?.columns
  }

  /// The number of columns assumed for a terminal that does not report it.
  public static let defaultWidth = 80

  /// Whether the terminal can show Unicode: true unless the locale says otherwise.
  public static var usesUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(Environment.value).first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return true }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// The size of the terminal on standard output.
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

  /// Whether the terminal on standard input echoes Ctrl-C as `^C`.
  public static var echoesControlKeys: Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ECHOCTL)
    return settings.c_lflag & wanted == wanted
  }
}

extension Terminal {
  /// Makes C functions decode characters by the user's locale, or as UTF-8 if the locale has
  /// another encoding.
  public static func decodeUnicode() {
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Saves the settings of the terminal on standard input. While ``setRaw(_:)`` is on, signal
  /// handlers for crashes restore them.
  public static func saveSettings() { terminal_settings_save() }

  /// Records whether the terminal is in raw mode, where a line editor reads single keys.
  public static func setRaw(_ isRaw: Bool) { terminal_settings_set_changed(isRaw) }

  /// Restores the saved settings if the terminal is in raw mode. Safe in a signal handler.
  public static func restoreSettings() { terminal_settings_restore() }
}
