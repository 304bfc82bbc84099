import Foundation
import Platform
import Shell

/// The user's startup script.
enum InitFile {
  /// The path of `martlet/init.fetch` in `$XDG_CONFIG_HOME` or `~/.config`; nil if there is no such
  /// file.
  static var path: String? {
    let path = Environment.folder("XDG_CONFIG_HOME", inHome: ".config").map {
      "\($0)/martlet/init.fetch"
    }
    return path.flatMap { FileSystem.exists($0) ? $0 : nil }
  }
}
