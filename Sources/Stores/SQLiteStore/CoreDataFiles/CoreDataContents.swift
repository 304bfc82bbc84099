import Foundation
import Storage

/// What is to be known of a file of Core Data besides its models and where they lie.
struct CoreDataContents: Sendable {
  /// Where a model was found.
  enum ModelOrigin: Sendable {
    /// It is in the file.
    case file
    /// It was read from a path that was given.
    case given(path: String)
    /// Names and types were guessed.
    case guessed
  }

  /// Where the model was found.
  let modelOrigin: ModelOrigin
  /// Whose changes its history tells; nil where it keeps none.
  let history: TrackedEntities?
}

extension StoreMetadata {
  /// So much of a hash is enough to tell versions apart.
  private static let shownHash = 12

  /// What the file says of itself.
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
    case .guessed: "a guess by tables and values"
    }
  }
}
