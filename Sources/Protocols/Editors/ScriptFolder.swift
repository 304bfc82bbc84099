import Diagnostics
import Foundation

/// The scripts in the folders of an editor.
final class ScriptFolder {
  /// The addresses of the folders.
  var addresses: [String] = []

  private static let maximumCount = 200
  private static let maximumSize = 1 << 20
  /// Of larger folders only the first files are looked at.
  private static let maximumFiles = 20_000

  /// The scripts except for some, by their addresses.
  func scripts(except open: Set<String>) -> [(address: String, source: SourceText)] {
    var found: [(String, SourceText)] = []
    var visited = 0
    for folder in addresses.compactMap(URL.init(string:)) where folder.isFileURL {
      let files = FileManager.default.enumerator(
        at: folder,
        includingPropertiesForKeys: [.fileSizeKey],
        options: [.skipsHiddenFiles, .skipsPackageDescendants]
      )
      while found.count < Self.maximumCount, visited < Self.maximumFiles,
        let file = files?.nextObject() as? URL
      {
        visited += 1
        let address = file.absoluteString
        guard file.pathExtension == "fetch", !open.contains(address),
          let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize,
          size <= Self.maximumSize, let text = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        found.append((address, SourceText(name: address, text: text)))
      }
    }
    return found.sorted { $0.0 < $1.0 }
  }
}
