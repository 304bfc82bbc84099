import Foundation

/// The script that a user wants to run at every start.
enum InitFile {
  /// Where it is, if it is there: `martlet/init.fetch` in `$XDG_CONFIG_HOME`, else in `~/.config`.
  static var path: String? {
    let path = (folder as NSString).appendingPathComponent("martlet/init.fetch")
    return access(path, F_OK) == 0 ? path : nil
  }

  /// A folder that is not named from the root on does not count.
  private static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
    return (NSHomeDirectory() as NSString).appendingPathComponent(".config")
  }
}
