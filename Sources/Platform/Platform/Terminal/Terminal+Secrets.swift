import Foundation

extension Terminal {
  /// Asks for a secret on the terminal without showing it; nil without a terminal, or if the user
  /// cancels with Ctrl-C or Ctrl-D.
  public static func readSecret(prompt: String) -> String? {
    guard isTerminal(.standardInput) else { return nil }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    var silent = settings
    // Keys arrive one by one, and Ctrl-C is one of them.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    withUnsafeMutableBytes(of: &silent.c_cc) { bytes in
      (bytes[Int(VMIN)], bytes[Int(VTIME)]) = (1, 0)
    }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
    show(prompt)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      show("\n")
    }
    var secret: [UInt8] = []
    while let key = readKey() {
      switch key {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(decoding: secret, as: UTF8.self)
      case 0x03, 0x04: return nil
      case 0x08, 0x7F:
        // A character has one byte that does not continue another.
        while let last = secret.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: secret = []
      default: secret.append(key)
      }
    }
    return nil
  }

  private static func readKey() -> UInt8? {
    var key: UInt8 = 0
    while true {
      switch read(STDIN_FILENO, &key, 1) {
      case 1: return key
      case -1 where errno == EINTR: continue
      default: return nil
      }
    }
  }

  /// Writes to the terminal even if standard output goes elsewhere.
  private static func show(_ text: String) {
    let terminal = try? FileDescriptor.open("/dev/tty", .writeOnly)
    let bytes = Array(text.utf8)
    _ = write((terminal ?? .standardError).rawValue, bytes, bytes.count)
    try? terminal?.close()
  }
}
