import Foundation
import KeyedArchives

/// Finds and reads the model that a path leads to.
public enum ModelFile {
  /// Larger files are not read.
  private static let mostBytes = 64 << 20

  /// The model at `path`: a `.xcdatamodeld` or `.momd` with several versions, of which the current one
  /// is read, a `.xcdatamodel`, its `contents`, or a `.mom`.
  public static func model(at path: String) throws(ModelFileError) -> ManagedObjectModel {
    let content = try bytes(of: try file(for: URL(fileURLWithPath: path), level: 0))
    guard content.starts(with: "bplist".utf8) else { return try ManagedObjectModel(xml: content) }
    do throws(ArchiveError) {
      return try ManagedObjectModel(archive: Data(content))
    } catch {
      throw ModelFileError(error.reason)
    }
  }

  private static func bytes(of url: URL) throws(ModelFileError) -> [UInt8] {
    guard let file = try? FileHandle(forReadingFrom: url) else {
      throw ModelFileError("there is no such model")
    }
    defer { try? file.close() }
    var content = Data()
    do {
      content = try file.read(upToCount: mostBytes + 1) ?? Data()
    } catch {
      throw ModelFileError("it cannot be read")
    }
    guard content.count <= mostBytes else { throw ModelFileError("it is too large") }
    return [UInt8](content)
  }

  /// The file that holds the model; a folder has one of several versions, or one alone.
  private static func file(for url: URL, level: Int) throws(ModelFileError) -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw ModelFileError("there is no such model")
    }
    guard isFolder.boolValue else { return url }
    let contents = url.appendingPathComponent("contents")
    if FileManager.default.fileExists(atPath: contents.path) { return contents }
    guard level < 3, let version = currentVersion(in: url) else {
      throw ModelFileError("the folder holds no model")
    }
    return try file(for: url.appendingPathComponent(version), level: level + 1)
  }

  /// The name of the version that a folder says is current, else of the last one in it.
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

  /// The name of a version without its ending: `Model 2`.
  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The text under `key` in a property list.
  private static func text(_ key: String, of url: URL) -> String? {
    guard let content = try? bytes(of: url) else { return nil }
    return PropertyListText.text(key, in: Data(content))
  }
}
