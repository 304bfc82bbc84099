import Foundation
import TestSupport
import Testing

/// Files that apps wrote, which lie outside of the repository: in the folder that `MARTLET_STORES` names,
/// or in `shared/stores` beside it. Where there are none, the tests of them are skipped.
enum SharedStores {
  static let folder: String? = {
    var candidates = [ProcessInfo.processInfo.environment["MARTLET_STORES"]].compactMap { $0 }
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<7 {
      folder.deleteLastPathComponent()
      candidates.append(folder.appendingPathComponent("shared/stores").path)
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/expected") }
  }()

  static let note: Comment = "there are no shared stores: set MARTLET_STORES to their folder"

  /// The names of all of them.
  static let names: [String] = {
    guard let folder else { return [] }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/expected")) ?? []
    return all.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// The path of a copy of a store, with its log, in a separate folder.
  static func copy(_ name: String, to target: TemporaryFolder) throws -> String {
    for ending in ["", "-wal"] {
      let path = "\(folder ?? "")/\(name)\(ending)"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try bytes.write(to: URL(fileURLWithPath: target.file(name + ending)))
    }
    return target.file(name)
  }

  /// What an independent decoder found in a store.
  static func expected(_ name: String) throws -> ExpectedModel {
    let url = URL(fileURLWithPath: "\(folder ?? "")/expected/\(name).json")
    return try JSONDecoder().decode(ExpectedModel.self, from: Data(contentsOf: url))
  }
}

/// A model as the independent decoder writes it.
struct ExpectedModel: Decodable {
  struct Entity: Decodable {
    struct Attribute: Decodable {
      let optional: Bool
      let transient: Bool
      let type: String
    }

    struct Relationship: Decodable {
      let delete: String
      let inverse: String?
      let optional: Bool
      let ordered: Bool
      let to: String
      let toMany: Bool
    }

    enum CodingKeys: String, CodingKey {
      case abstract
      case attributes
      case count = "count_deep"
      case parent
      case relationships
      case unique
    }

    let abstract: Bool?
    let attributes: [String: Attribute]?
    let count: Int
    let parent: String?
    let relationships: [String: Relationship]?
    let unique: [[String]]?
  }

  let entities: [String: Entity]
}
