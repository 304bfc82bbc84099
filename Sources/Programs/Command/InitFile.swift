import Foundation
import Platform
import Shell

/// The user's startup script.
enum InitFile {
  /// The path of `martlet/init.fetch` in `$XDG_CONFIG_HOME` or `~/.config`; nil if there is no such
  /// file.
  static var path: String? {
    guard let path = folder.map({ "\($0)/martlet/init.fetch" }), FileSystem.exists(path) else {
      return nil
    }
    return path
  }

  /// Relative paths are ignored.
  private static var folder: String? {
    if let folder = Environment.value(of: "XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder
    }
    guard let home = Environment.value(of: "HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config"
  }
}
