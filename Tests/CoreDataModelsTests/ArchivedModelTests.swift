import CoreDataFixtures
import CoreDataModels
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Models out of the archives that Core Data keeps.
@Suite struct ArchivedModelTests {
  @Test func everyFormComesBack() throws {
    let read = try ManagedObjectModel(cache: ModelArchiver.cache(BankModel.model))
    for (entity, expected) in zip(read.entities, BankModel.model.entities) {
      #expect(entity == expected)
    }
    #expect(read == BankModel.model)
  }

  @Test func whatIsNoModelIsRefused() {
    #expect(throws: ArchiveError("it holds no model")) {
      try ManagedObjectModel(archive: ArchiveWriter.texts(["a"]))
    }
    #expect(throws: ArchiveError("it is no binary property list")) {
      try ManagedObjectModel(cache: Deflater.pack(Data("hello".utf8)))
    }
  }

  @Test func bombsAreRefused() {
    #expect(throws: ArchiveError.self) {
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

  @Test func compositesThatHoldThemselvesAreRefused() {
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
    #expect(throws: ArchiveError("its composites are nested too deeply")) {
      try ManagedObjectModel(archive: writer.data(model))
    }
  }

  @Test func entitiesAboveOneAnotherInACircleHaveFiniteLineages() {
    let model = ManagedObjectModel(entities: [
      ModelEntity(name: "A", parent: "B"), ModelEntity(name: "B", parent: "A"),
      ModelEntity(name: "C", parent: "C"),
    ])
    #expect(model.lineage(of: "A") == ["A", "B"])
    #expect(model.lineage(of: "C") == ["C"])
  }
}
