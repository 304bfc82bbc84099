import Foundation
import GRDB
import Model
import SQLGeneration
import Session
import Testing

@testable import SQLiteStore

/// Reads the catalogues of `Tests/Catalogues`: SQL, then after `---` what `.schema` shows of it,
/// then the notes.
///
/// With `MARTLET_RECORD=1` the texts are rewritten with what was read; the run still fails.
@Suite struct CatalogueTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Catalogues")
  private static let records = ProcessInfo.processInfo.environment["MARTLET_RECORD"] == "1"

  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".catalogue") }.sorted()

  @Test func catalogsExist() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names)
  func roundTripsUnchanged(name: String) throws {
    let url = Self.folder.appendingPathComponent(name)
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n---\n")
    let file = try plainFile(parts[0])
    let notes = file.notes.map { "note: \($0)\n" }.joined()
    let text = SchemaPrinter(schema: file.schema).text + (notes.isEmpty ? "" : "\n" + notes)
    #expect(text == parts.dropFirst().joined(separator: "\n---\n"), "\(name)")
    expectMappingFits(file)
    if Self.records {
      try (parts[0] + "\n---\n" + text).write(to: url, atomically: true, encoding: .utf8)
    }
  }
}

/// The models that are read from a file that `sql` creates.
func plainFile(_ sql: String) throws -> PlainFile {
  let queue = try DatabaseQueue()
  // A view over a dropped table prevents SQLite from changing others; the file is created anyway.
  try queue.inDatabase { db in
    try db.execute(sql: "PRAGMA legacy_alter_table = ON")
    try db.execute(sql: sql)
  }
  return try queue.read { try PlainFileReader($0).read() }
}

/// Every stored member has columns, and nothing else.
func expectMappingFits(_ file: PlainFile) {
  #expect(Set(file.mapping.entities.keys) == Set(file.schema.entities.map(\.name)))
  for entity in file.schema.entities {
    guard let mapping = file.mapping.entities[entity.name] else { continue }
    let relationships = entity.relationships
    #expect(Set(mapping.fields.keys) == Set(entity.storedFields.map(\.path)))
    #expect(
      Set(mapping.toOnes.keys) == Set(relationships.filter { !$0.isToMany }.map(\.name))
    )
    #expect(Set(mapping.toManys.keys) == Set(relationships.filter(\.isToMany).map(\.name)))
    let folded = entity.properties.map { $0.name.lowercased() }
    #expect(Set(folded).count == folded.count, "\(folded)")
    for relationship in relationships {
      let inverse = file.schema.entity(relationship.destination)?
        .relationship(relationship.inverse)
      #expect(inverse?.inverse == relationship.name)
      #expect(inverse?.destination == entity.name)
    }
  }
  let folded = file.schema.entities.map { $0.name.lowercased() }
  #expect(Set(folded).count == folded.count, "\(folded)")
}
