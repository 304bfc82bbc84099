import Foundation
import SQLGeneration

/// Core Data's folder with a separate file for each large value.
extension ExternalFolder {
  /// The maximum size of a file.
  private static let maxBytes = 1 << 30

  /// The folder of the store at `path`.
  init(path: String) {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    let names = [url.deletingPathExtension().lastPathComponent, url.lastPathComponent]
    let candidates = names.map {
      folder.appendingPathComponent(".\($0)_SUPPORT/_EXTERNAL_DATA").path
    }
    self.init(
      folder: candidates.first { FileManager.default.fileExists(atPath: $0) } ?? candidates[0]
    )
  }

  /// The total size of its files in bytes; nil if it does not exist.
  var size: Int? {
    let url = URL(fileURLWithPath: folder)
    let keys: [URLResourceKey] = [.fileSizeKey, .isRegularFileKey]
    guard FileManager.default.fileExists(atPath: folder),
      let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: keys)
    else { return nil }
    var size = 0
    for case let file as URL in files {
      guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true
      else { continue }
      size = size.addingReportingOverflow(values.fileSize ?? 0).partialValue
    }
    return size
  }

  /// Whether the file is a regular file of acceptable size.
  private static func isReadable(_ path: String) -> Bool {
    FileInspection.regularSize(path).map { $0 <= maxBytes } ?? false
  }

  /// The content of a blob: the bytes after a marker, or those of the named file; nil if it is
  /// neither, or the file does not exist.
  func content(of blob: Data) -> Data? {
    switch blob.first {
    case 1: return Data(blob.dropFirst())
    case 2:
      // Only accept UUIDs, so that the name cannot refer to another folder.
      let name = blob.dropFirst().prefix(36)
      guard (37...38).contains(blob.count), let text = String(data: name, encoding: .utf8),
        UUID(uuidString: text) != nil, Self.isReadable(folder + "/" + text)
      else { return nil }
      return try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + text))
    default: return nil
    }
  }
}
