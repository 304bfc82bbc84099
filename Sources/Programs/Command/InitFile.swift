import Foundation
import Platform
import Shell

/// The script that a user wants to run at every start.
enum InitFile {
  /// Where it is, if it is there: `martlet/init.fetch` in `$XDG_CONFIG_HOME`, else in `~/.config`.
  static var path: String? {
    guard let path = folder.map({ "\($0)/martlet/init.fetch" }), FileSystem.exists(path) else {
      return nil
    }
    return path
  }

  /// A folder that is not named from the root on does not count.
  private static var folder: String? {
    if let folder = Environment.value(of: "XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder
    }
    guard let home = Environment.value(of: "HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config"
  }
}
