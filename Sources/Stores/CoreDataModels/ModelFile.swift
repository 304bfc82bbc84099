import Foundation
package import KeyedArchives

/// Finds and reads a model file.
package enum ModelFile {
  /// The maximum file size.
  private static let maxBytes = 64 << 20

  /// The model at `path`: a `.mom`, or the current version of a `.momd`.
  package static func model(at path: String) throws(FormatError) -> ManagedObjectModel {
    let url = URL(fileURLWithPath: path)
    if url.pathExtension.hasPrefix("xcdatamodel") {
      throw FormatError(
        "it is the source of a model; use the compiled `.mom` or `.momd` in the app"
      )
    }
    return try ManagedObjectModel(archive: bytes(of: try file(for: url)))
  }

  private static func bytes(of url: URL) throws(FormatError) -> Data {
    guard let file = try? FileHandle(forReadingFrom: url) else {
      throw FormatError("there is no such model")
    }
    defer { try? file.close() }
    var content = Data()
    do {
      content = try file.read(upToCount: maxBytes + 1) ?? Data()
    } catch {
      throw FormatError("it cannot be read")
    }
    guard content.count <= maxBytes else { throw FormatError("it is too large") }
    return content
  }

  /// The file that contains the model; for a folder, that of its current version.
  private static func file(for url: URL) throws(FormatError) -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw FormatError("there is no such model")
    }
    guard isFolder.boolValue else { return url }
    guard let version = currentVersion(in: url) else {
      throw FormatError("the folder does not contain a model")
    }
    return url.appendingPathComponent(version)
  }

  /// The name of the folder's current version, or of the last one if the folder marks no version.
  private static func currentVersion(in folder: URL) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let versions = names.filter { $0.hasSuffix(".mom") }
      .sorted {
        // The same order in every locale.
        $0.dropLast(4).compare($1.dropLast(4), options: [.caseInsensitive, .numeric])
          == .orderedAscending
      }
    let current = text(
      "NSManagedObjectModel_CurrentVersionName",
      of: folder.appendingPathComponent("VersionInfo.plist")
    ).map { $0 + ".mom" }
    return current.flatMap { versions.contains($0) ? $0 : nil } ?? versions.last
  }

  /// The string for `key` in a property list.
  private static func text(_ key: String, of url: URL) -> String? {
    guard let content = try? bytes(of: url),
      let list = try? PropertyListSerialization.propertyList(from: content, format: nil)
    else { return nil }
    return (list as? [String: Any])?[key] as? String
  }
}
