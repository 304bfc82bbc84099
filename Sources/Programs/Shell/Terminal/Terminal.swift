import Foundation

/// What is known about the terminal, without asking it anything.
public enum Terminal {
  /// Whether a standard stream is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// Whether the terminal can move its cursor and colour its text.
  public static var isCapable: Bool {
    let name = environment("TERM") ?? ""
    return !name.isEmpty && name != "dumb"
  }

  /// The columns to fill on standard output: `COLUMNS`, else what the terminal says; nil for pipes.
  public static var width: Int? {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return size?.columns
  }

  /// The columns of a terminal that does not say how many it has.
  static let usualWidth = 80

  /// Whether the terminal can show more than ASCII; only a locale that says otherwise is believed.
  static var usesUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return true }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// Rows and columns of the terminal on standard output.
  static var size: (rows: Int, columns: Int)? { size(STDOUT_FILENO) }

  /// The columns of the terminal on standard error.
  static var errorWidth: Int? { size(STDERR_FILENO)?.columns }

  private static func size(_ descriptor: Int32) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether the terminal on standard input shows Ctrl-C as `^C` by itself.
  static var echoesControlKeys: Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ECHOCTL)
    return settings.c_lflag & wanted == wanted
  }

  /// The value of an environment variable, without making a dictionary of all of them.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
