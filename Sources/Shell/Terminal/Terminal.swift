import Foundation

/// What is known about the terminal, without asking it anything.
public struct Terminal: Sendable {
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

  /// Rows and columns of the terminal on standard output.
  static var size: (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// The value of an environment variable, without making a dictionary of all of them.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
