import Foundation
import Rendering
import Storage

/// A property of a store.
public struct StoreProperty: Hashable, Sendable {
  /// The name: `file size`.
  public let name: String
  /// The value for people: `5.2 MB`.
  public let text: String
  /// The value for programs: `5242880`.
  public let exact: String
}

/// The properties of a store.
struct StoreProperties {
  private(set) var all: [StoreProperty] = []

  /// - Parameters:
  ///   - version: The last version of the models.
  ///   - checksum: The checksum of the models; nil if the store is not a native one.
  init(
    _ facts: StoreFacts,
    version: SchemaVersion?,
    checksum: String?,
    models: Int,
    records: Int
  ) {
    add("store", facts.kind)
    for fact in facts.storage { add(fact) }
    if let version {
      let isChanged = version.checksum != checksum
      add("schema version", "\(version.number)" + (isChanged ? ", changed since" : ""))
    }
    if let checksum { add("schema checksum", checksum) }
    add("models", count: models)
    add("records", count: records)
    for fact in facts.contents { add(fact) }
  }

  private mutating func add(_ fact: StoreFact) {
    switch fact.value {
    case .text(let text, let exact): add(fact.label, text, exact: exact)
    case .bytes(let count): add(fact.label, ByteCount.text(count), exact: String(count))
    }
  }

  private mutating func add(_ name: String, _ text: String, exact: String? = nil) {
    all.append(StoreProperty(name: name, text: text, exact: exact ?? text))
  }

  private mutating func add(_ name: String, count: Int) {
    add(name, groupedDigits(count), exact: String(count))
  }
}
