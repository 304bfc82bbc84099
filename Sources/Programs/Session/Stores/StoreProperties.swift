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

  /// - Parameters:
  ///   - version: The version that the models were given last.
  ///   - checksum: That of the models; nil where they are not Martlet's own.
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
