import Foundation
import Shell

/// The script that a user wants to run at every start.
enum InitFile {
  /// Where it is, if it is there: `martlet/init.fetch` in `$XDG_CONFIG_HOME`, else in `~/.config`.
  static var path: String? {
    guard let path = folder.map({ "\($0)/martlet/init.fetch" }), access(path, F_OK) == 0 else {
      return nil
    }
    return path
  }

  /// A folder that is not named from the root on does not count.
  private static var folder: String? {
    if let folder = Terminal.environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    guard let home = Terminal.environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config"
  }
}
