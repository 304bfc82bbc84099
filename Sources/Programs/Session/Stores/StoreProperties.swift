import Foundation
import Rendering
import Storage

/// One thing that is known of a store, as text.
public struct StoreProperty: Hashable, Sendable {
  /// What it is: `file size`.
  public let name: String
  /// What people read: `5.2 MB`.
  public let text: String
  /// What programs read: `5242880`, a number of bytes.
  public let exact: String
}

/// What is known of a store, as names and values.
struct StoreProperties {
  private(set) var all: [StoreProperty] = []

  /// - Parameter checksum: That of the models; nil where they are not Martlet's own.
  init(_ facts: StoreFacts, checksum: String?, models: Int, records: Int) {
    add("store", facts.kind.rawValue)
    add("file", facts.path)
    if facts.isAbsent { add("file state", "not made yet: nothing was written") }
    add("file size", bytes: facts.fileSize)
    add("log size", bytes: facts.logSize)
    add("external data size", bytes: facts.externalSize)
    add("journal mode", facts.journalMode)
    add("format version", facts.formatVersion.map(String.init))
    if let version = facts.schemaVersion {
      let isChanged = version.checksum != checksum
      add("schema version", "\(version.number)" + (isChanged ? ", changed since" : ""))
    }
    add("schema checksum", checksum)
    add("models", count: models)
    add("records", count: records)
    if let coreData = facts.coreData { add(coreData) }
  }

  private mutating func add(_ facts: CoreDataFacts) {
    add("store UUID", facts.identifier)
    add("framework version", facts.frameworkVersion.map(String.init))
    if !facts.modelVersions.isEmpty {
      add("model version", facts.modelVersions.joined(separator: ", "))
    }
    switch facts.modelOrigin {
    case .file: add("model from", "the file")
    case .given(let path): add("model from", path)
    case .guessed: add("model from", "a guess by tables and values")
    }
    add("history tracking", facts.tracksHistory ? "on" : "off")
    for (entity, hash) in facts.entityHashes.sorted(by: { $0.key < $1.key }) {
      let whole = hash.base64EncodedString()
      let short = whole.count > Self.shownHash ? whole.prefix(Self.shownHash) + "…" : whole[...]
      add("version hash of \(entity)", String(short), exact: whole)
    }
  }

  /// So much of a hash is enough to tell versions apart.
  private static let shownHash = 12

  private mutating func add(_ name: String, _ text: String?, exact: String? = nil) {
    guard let text else { return }
    all.append(StoreProperty(name: name, text: text, exact: exact ?? text))
  }

  private mutating func add(_ name: String, count: Int) {
    add(name, groupedDigits(count), exact: String(count))
  }

  private mutating func add(_ name: String, bytes: Int?) {
    guard let bytes else { return }
    add(name, ByteCount.text(bytes), exact: String(bytes))
  }
}
