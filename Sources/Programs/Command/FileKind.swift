import Foundation
import SQLiteStore
import Session

/// What kinds of files arguments name.
enum FileKind {
  /// The stores among the files, and those whose records are to be read.
  static func parted(_ files: [NamedFile]) -> (stores: [NamedFile], data: [NamedFile]) {
    var (stores, data): ([NamedFile], [NamedFile]) = ([], [])
    for file in files {
      if isStore(file.path) { stores.append(file) } else { data.append(file) }
    }
    return (stores, data)
  }

  /// Whether a file is a store, or would be one: an SQLite database, or what is called like one.
  private static func isStore(_ path: String) -> Bool {
    path == OpenStore.memoryPath || FileHeader.isDatabase(path)
      || endings.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  private static let endings: Set<String> = ["store", "sqlite", "sqlite3", "db"]
}
