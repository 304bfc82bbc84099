import CoreDataFixtures
import CoreDataModels
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Models from archives in Core Data files.
@Suite struct ArchivedModelTests {
  @Test func everyFormRoundTrips() throws {
    let read = try ManagedObjectModel(cache: ModelArchiver.cache(BankModel.model))
    for (entity, expected) in zip(read.entities, BankModel.model.entities) {
      #expect(entity == expected)
    }
    #expect(read == BankModel.model)
  }

  @Test func invalidModelsAreRejected() {
    #expect(throws: FormatError("it does not contain a model")) {
      try ManagedObjectModel(archive: ArchiveWriter.texts(["a"]))
    }
    #expect(throws: FormatError("it is not a binary property list")) {
      try ManagedObjectModel(cache: Deflater.pack(Data("hello".utf8)))
    }
  }

  @Test func decompressionBombsAreRejected() {
    #expect(throws: FormatError.self) {
      try ManagedObjectModel(cache: Deflater.pack(Data(count: 80 << 20)))
    }
  }

  @Test func damagedArchivesAreSafe() {
    let archive = ModelArchiver.archive(BankModel.model)
    var random = SeededRandom(seed: 64)
    for _ in 0..<fuzzCount(150) {
      var data = archive
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<data.count, using: &random)
        data[place] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? ManagedObjectModel(archive: data)
      _ = try? ManagedObjectModel(cache: Deflater.pack(data))
    }
  }

  @Test func recursiveCompositesAreRejected() {
    let writer = ArchiveWriter()
    let (entity, attribute) = (writer.reserve(), writer.reserve())
    writer.object(
      "NSCompositeAttributeDescription",
      [
        "NSPropertyName": writer.text("a"), "NSAttributeType": .int(2100),
        "NSCompositeElements": writer.array([.uid(attribute)]),
      ],
      as: attribute
    )
    writer.object(
      "NSEntityDescription",
      [
        "NSEntityName": writer.text("E"), "NSSuperentity": .uid(entity),
        "NSProperties": writer.knownKeys([("a", .uid(attribute))]),
      ],
      as: entity
    )
    let entities = writer.knownKeys([("E", .uid(entity))])
    let model = writer.object("NSManagedObjectModel", ["NSEntities": entities])
    #expect(throws: FormatError("its composites are nested too deeply")) {
      try ManagedObjectModel(archive: writer.data(model))
    }
  }

  @Test func cyclicEntitiesHaveFiniteLineages() {
    let model = ManagedObjectModel(entities: [
      ModelEntity(name: "A", parent: "B"), ModelEntity(name: "B", parent: "A"),
      ModelEntity(name: "C", parent: "C"),
    ])
    #expect(model.lineage(of: "A") == ["A", "B"])
    #expect(model.lineage(of: "C") == ["C"])
  }

  /// An archive of a model with these entities; `make` adds what each has.
  private func archive(
    entities count: Int,
    _ make: (ArchiveWriter) -> [String: WrittenValue]
  ) -> Data {
    let writer = ArchiveWriter()
    let members = make(writer)
    let entities = (0..<count).map { number in
      let name = writer.text("E\(number)")
      let entity = writer.object(
        "NSEntityDescription",
        members.merging(["NSEntityName": name]) { $1 }
      )
      return ("E\(number)", entity)
    }
    let all = writer.knownKeys(entities)
    return writer.data(writer.object("NSManagedObjectModel", ["NSEntities": all]))
  }

  @Test func tooManyEntitiesAreRejected() {
    #expect(throws: FormatError("it has too many entities")) {
      try ManagedObjectModel(archive: archive(entities: 5001) { _ in [:] })
    }
  }

  @Test func tooManyMembersAreRejected() {
    #expect(throws: FormatError("it has too many members")) {
      try ManagedObjectModel(
        archive: archive(entities: 50) { writer in
          let attributes = (0..<1000).map { number in
            let name = writer.text("a\(number)")
            return ("a\(number)", writer.object("NSAttributeDescription", ["NSPropertyName": name]))
          }
          return ["NSProperties": writer.knownKeys(attributes)]
        }
      )
    }
  }

  /// A long list that many entities share costs its length each time.
  @Test(arguments: ["NSUniqueTuples", "NSFetchIndexDescriptions", "NSProperties"])
  func sharedListsAreBounded(key: String) {
    #expect(throws: FormatError("its lists are too long")) {
      try ManagedObjectModel(
        archive: archive(entities: 100) { writer in
          let nobody = writer.object("Nobody", [:])
          let elements = Array(repeating: nobody, count: 2_100)
          let list =
            key == "NSProperties"
            ? writer.knownKeys(elements.map { ("a", $0) }) : writer.array(elements)
          return [key: list]
        }
      )
    }
  }
}
