import Foundation
package import KeyedArchives

/// Finds and reads a model file.
package enum ModelFile {
  /// The maximum file size.
  private static let mostBytes = 64 << 20

  /// The model at `path`: the current version of a `.xcdatamodeld` or `.momd`, a `.xcdatamodel`,
  /// its `contents`, or a `.mom`.
  package static func model(at path: String) throws(FormatError) -> ManagedObjectModel {
    let content = try bytes(of: try file(for: URL(fileURLWithPath: path), level: 0))
    return content.starts(with: "bplist".utf8)
      ? try ManagedObjectModel(archive: Data(content)) : try ManagedObjectModel(xml: content)
  }

  private static func bytes(of url: URL) throws(FormatError) -> [UInt8] {
    guard let file = try? FileHandle(forReadingFrom: url) else {
      throw FormatError("there is no such model")
    }
    defer { try? file.close() }
    var content = Data()
    do {
      content = try file.read(upToCount: mostBytes + 1) ?? Data()
    } catch {
      throw FormatError("it cannot be read")
    }
    guard content.count <= mostBytes else { throw FormatError("it is too large") }
    return [UInt8](content)
  }

  /// The file that contains the model; for a folder, that of its current version.
  private static func file(for url: URL, level: Int) throws(FormatError) -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw FormatError("there is no such model")
    }
    guard isFolder.boolValue else { return url }
    let contents = url.appendingPathComponent("contents")
    if FileManager.default.fileExists(atPath: contents.path) { return contents }
    guard level < 3, let version = currentVersion(in: url) else {
      throw FormatError("the folder does not contain a model")
    }
    return try file(for: url.appendingPathComponent(version), level: level + 1)
  }

  /// The name of the folder's current version, or of the last one if none is marked as current.
  private static func currentVersion(in folder: URL) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let versions = names.filter { name in
      [".xcdatamodel", ".mom"].contains { name.hasSuffix($0) }
    }.sorted { stem($0).localizedStandardCompare(stem($1)) == .orderedAscending }
    let current =
      text("_XCCurrentVersionName", of: folder.appendingPathComponent(".xccurrentversion"))
      ?? text(
        "NSManagedObjectModel_CurrentVersionName",
        of: folder.appendingPathComponent("VersionInfo.plist")
      ).map { $0 + ".mom" }
    return current.flatMap { versions.contains($0) ? $0 : nil } ?? versions.last
  }

  /// The version's name without its extension: `Model 2`.
  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The string for `key` in a property list.
  private static func text(_ key: String, of url: URL) -> String? {
    guard let content = try? bytes(of: url),
      let list = try? PropertyListSerialization.propertyList(from: Data(content), format: nil)
    else { return nil }
    return (list as? [String: Any])?[key] as? String
  }
}
