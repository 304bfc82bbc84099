import Foundation
import Storage

/// Facts about a Core Data store other than its models.
struct CoreDataContents: Sendable {
  /// Where a model was found.
  enum ModelOrigin: Sendable {
    case file
    /// It was read from a given path.
    case given(path: String)
    case guessed
  }

  let modelOrigin: ModelOrigin
  /// The entities whose history the store contains; nil if it has no history.
  let history: TrackedEntities?
}

extension StoreMetadata {
  /// The number of characters of a hash that distinguish versions.
  private static let shownHash = 12

  /// The facts in the metadata.
  func facts(_ contents: CoreDataContents) -> [StoreFact] {
    var facts: [StoreFact] = []
    if let identifier { facts.append(StoreFact("store UUID", identifier)) }
    if let frameworkVersion {
      facts.append(StoreFact("framework version", String(frameworkVersion)))
    }
    if !modelVersions.isEmpty {
      facts.append(StoreFact("model version", modelVersions.joined(separator: ", ")))
    }
    facts.append(StoreFact("model from", contents.modelOrigin.text))
    facts.append(StoreFact("history tracking", contents.history == nil ? "off" : "on"))
    return facts
      + entityHashes.sorted { $0.key < $1.key }.map { entity, hash in
        let whole = hash.base64EncodedString()
        let short = whole.count > Self.shownHash ? whole.prefix(Self.shownHash) + "…" : whole[...]
        return StoreFact("version hash of \(entity)", String(short), exact: whole)
      }
  }
}

extension CoreDataContents.ModelOrigin {
  fileprivate var text: String {
    switch self {
    case .file: "the file"
    case .given(let path): path
    case .guessed: "a guess based on tables and values"
    }
  }
}
