import CoreDataFixtures
import Expressions
import Foundation
import GRDB
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SwiftSource

/// Metadata of stores, and their description.
@Suite struct StoreFactsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
  }

  @Test func coreDataStoreIsIdentified() throws {
    let path = folder.file("bank.store")
    var builder = BankModel.trackedFile
    builder.metadata = .dictionary([
      "NSPersistenceFrameworkVersion": .int(1344),
      "NSStoreModelVersionIdentifiers": .array([.string("7"), .string("")]),
      "NSStoreModelVersionHashes": .dictionary([
        "Account": .data(Data(0..<32)), "Entry": .data(Data([1, 2])),
      ]),
      "other": .array([.dictionary([:])]),
    ])
    try builder.write(to: path)
    let external = folder.file(".bank_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(atPath: external, withIntermediateDirectories: true)
    try Data(count: 2500).write(to: URL(fileURLWithPath: external + "/" + BankModel.avatarFile))
    let console = try PlainConsole(opening: path)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    #expect(
      console.answer(".info") == """
        store: Core Data store
        file: \(path)
        file size: \(String(format: "%.1f", Double(size) / 1000)) kB
        external data size: 2.5 kB
        journal mode: delete
        format version: 1
        models: 7
        records: 16
        store UUID: C9CB0B35-ED6A-4042-BE5C-1B911AC00B2A
        framework version: 1344
        model version: 7
        model from: the file
        history tracking: on
        version hash of Account: AAECAwQFBgcI…
        version hash of Entry: AQI=
        """
    )
    let facts = try console.store.facts()
    #expect(facts.storage.contains(StoreFact("external data size", bytes: 2500)))
    #expect(facts.exact("version hash of Account") == Data(0..<32).base64EncodedString())
  }

  private static let damaged: [WrittenValue?] = [
    nil, .string("no dictionary"), .dictionary(["NSStoreModelVersionHashes": .int(1)]),
  ]

  @Test(arguments: damaged)
  func damagedPartsAreSkipped(metadata: WrittenValue?) throws {
    let path = folder.file("other.store")
    var builder = BankModel.file
    builder.metadata = metadata
    try builder.write(to: path)
    let facts = try PlainConsole(opening: path).store.facts()
    #expect(facts.contents.map(\.label) == ["store UUID", "model from", "history tracking"])
    #expect(facts.exact("store UUID") == CoreDataFileBuilder.identifier)
    #expect(facts.exact("history tracking") == "off")
  }

  @Test func otherFilesAreIdentified() throws {
    let plain = try PlainConsole("CREATE TABLE Thing (id INTEGER PRIMARY KEY)")
    #expect(try plain.store.facts().kind == "SQLite file")
    #expect(try plain.store.facts().exact("journal mode") == "delete")
    #expect(try plain.store.facts().contents.isEmpty)
    let own = try ReopenedStore.open(folder.file("own.store"))
    #expect(try own.facts().kind == "Martlet file")
    #expect(try own.facts().exact("format version") == "1")
    #expect(try own.facts().exact("journal mode") == "wal")
  }

  @Test func reportsWhetherTheModelWasGivenOrGuessed() throws {
    let path = folder.file("guessed.store")
    var builder = BankModel.file
    builder.model = nil
    try builder.write(to: path)
    let facts = try PlainConsole(opening: path).store.facts()
    #expect(facts.exact("model from") == "a guess based on tables and values")
  }

  /// The contents of the files that apps wrote, as Foundation's reader finds them.
  @Test(
    .enabled(if: SharedStores.folder != nil, SharedStores.note),
    arguments: SharedStores.names
  )
  func sharedStoresAreIdentified(name: String) throws {
    let target = try TemporaryFolder()
    let path = try SharedStores.copy(name, to: target)
    let row = try DatabaseQueue(path: path).read {
      try Row.fetchOne($0, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
    }
    let list = try PropertyListSerialization.propertyList(
      from: try #require(row?["Z_PLIST"] as Data?),
      format: nil
    )
    let metadata = try #require(list as? [String: Any])
    let facts = try ReopenedStore.open(path).facts()
    #expect(facts.exact("store UUID") == row?["Z_UUID"])
    #expect(
      facts.exact("framework version").flatMap { Int($0) }
        == metadata["NSPersistenceFrameworkVersion"] as? Int
    )
    let hashes = metadata["NSStoreModelVersionHashes"] as? [String: Data] ?? [:]
    #expect(facts.contents.count { $0.label.hasPrefix("version hash of ") } == hashes.count)
    for (entity, hash) in hashes {
      #expect(facts.exact("version hash of \(entity)") == hash.base64EncodedString())
    }
    let versions = metadata["NSStoreModelVersionIdentifiers"] as? [String]
    let named = versions?.filter { !$0.isEmpty }.joined(separator: ", ")
    #expect(facts.exact("model version") ?? "" == named)
  }

  // MARK: Source

  /// The classes are those that the app's developer would write.
  @Test func sourceMatchesTheApp() throws {
    let path = folder.file("source.store")
    try BankModel.file.write(to: path)
    let schema = try PlainConsole(opening: path).store.schema
    let lines = SwiftModelPrinter(schema: schema).lines(of: "Account")
    for line in [
      "@Attribute(.externalStorage) var avatar: Data?",
      "@Attribute(.transformable(by: \"NSSecureUnarchiveFromData\")) var colour: UIColor?",
      "var balance: Decimal = Decimal(string: \"0\")!", "var isOpen: Bool = true",
      "var level: Int16?",
      "var mood: Mood?", "@Attribute(.unique) var name: String", "var owner: Owner?",
      "var rate: Float?", "var site: URL?", "var status: String?  // an enum, by its raw value",
      "var tags: [String]?", "var total: Int?  // derived",
      "@Relationship(deleteRule: .cascade, inverse: \\Entry.account) var entries: [Entry] = []",
      "@Relationship(maximumModelCount: 10000, inverse: \\Label.accounts) var labels: [Label] = []",
      "#Unique<Account>([\\.level, \\.rate])", "#Index<Account>([\\.created])",
    ] {
      #expect(lines.contains("  " + line), "\(line) in \(lines.joined(separator: "\n"))")
    }
  }

  /// Decimals are the shortest that read back as the same number.
  @Test(arguments: ["12.34", "0.1", "3.3333333333", "1e-7", "-5.5", "100", "0.30000000000000004"])
  func decimalsAreShort(number: String) throws {
    let path = folder.file("decimals.store")
    var builder = BankModel.file
    builder.sql += "UPDATE ZACCOUNT SET ZBALANCE = \(number) WHERE Z_PK = 1;"
    try builder.write(to: path)
    let console = try PlainConsole(opening: path)
    let shown = number == "1e-7" ? "0.0000001" : number
    #expect(console.answer("fetch Account#1 select balance") == "balance | \(shown)")
    #expect(console.answer("count Account#1 where balance == \(shown)") == "1")
  }
}

extension StoreFacts {
  /// What programs read of the fact with a label.
  fileprivate func exact(_ label: String) -> String? {
    guard case .text(_, let exact) = (storage + contents).first(where: { $0.label == label })?.value
    else { return nil }
    return exact
  }
}
