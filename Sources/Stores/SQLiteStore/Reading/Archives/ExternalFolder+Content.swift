import Foundation
import SQLGeneration

/// Where Core Data keeps large values: each in a file of its own beside the store.
extension ExternalFolder {
  /// Larger files are not read.
  private static let mostBytes = 1 << 30

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

  /// The size of all files in it, in bytes; nil where there is none.
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

  /// Whether a file is there, which is no pipe or device that never ends, and not too large.
  private static func isReadable(_ path: String) -> Bool {
    FileInspection.regularSize(path).map { $0 <= mostBytes } ?? false
  }

  /// What a blob holds: the bytes behind a mark, or those of the file that it names; nil where it is
  /// neither, or the file is not there.
  func content(of blob: Data) -> Data? {
    switch blob.first {
    case 1: return Data(blob.dropFirst())
    case 2:
      // Only a UUID is taken for the name of a file, so that none leads elsewhere.
      let name = blob.dropFirst().prefix(36)
      guard (37...38).contains(blob.count), let text = String(data: name, encoding: .utf8),
        UUID(uuidString: text) != nil, Self.isReadable(folder + "/" + text)
      else { return nil }
      return try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + text))
    default: return nil
    }
  }
}
