#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Model
  final class Landmark {
    #Index<Landmark>(.binary([\.name]), .rtree([\.latitude, \.longitude]))

    @Attribute(originalName: "title") var name: String
    var latitude: Double
    var longitude: Double
    @Attribute(.codable) var notes: [String: String] = [:]

    init(name: String, latitude: Double = 0, longitude: Double = 0) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  @Suite struct SchemaTests {
    @Test func propertiesAreDescribed() throws {
      let schema = Schema([Landmark.self, BusinessJourney.self])
      let landmark = try #require(schema.entity(for: Landmark.self))
      #expect(Schema.entityName(for: Landmark.self) == "Landmark")
      #expect(landmark.indices == [["name"], ["latitude", "longitude"]])
      let name = try #require(landmark.attributesByName["name"])
      #expect(name.originalName == "title" && name.isAttribute && !name.isRelationship)
      #expect(name.valueType == String.self && !name.isOptional && !name.isUnique)
      let notes = try #require(landmark.attributesByName["notes"])
      #expect(notes.isCodable && !notes.isTransient)
      #expect(notes.defaultValue as? [String: String] == [:])
      let journey = try #require(schema.entitiesByName["Journey"])
      #expect(journey.subentities.contains { $0.name == "BusinessJourney" })
      let business = try #require(schema.entitiesByName["BusinessJourney"])
      #expect(business.superentity?.name == "Journey" && business.superentityName == "Journey")
      #expect(
        business.inheritedProperties.map(\.name) == journey.properties.map(\.name)
          && business.storedProperties.count
            == business.properties.count + business.inheritedProperties.count
      )
      #expect(business.inheritedPropertiesByName.keys.contains("name"))
    }

    @Test func aSchemaCanBeWritten() throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: url) }
      let schema = Schema([Trip.self], version: Schema.Version(2, 1, 0))
      try schema.save(to: url)
      let read = try Schema.load(from: url)
      #expect(read == schema && read.entities == schema.entities)
      #expect(read.encodingVersion == Schema.schemaEncodingVersion)
      let stops = read.entitiesByName["Trip"]?.relationshipsByName["stops"]
      #expect(stops?.deleteRule == .cascade && stops?.valueType == [Stop].self)
      // The classes are found again.
      let container = try ModelContainer(
        for: read,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
      ModelContext(container).insert(Trip(name: "Oslo"))
    }

    @Test func entitiesWithoutClasses() throws {
      let title = Schema.Attribute(
        name: "title",
        originalName: "name",
        options: [.unique],
        valueType: String?.self,
        defaultValue: nil,
        hashModifier: nil
      )
      let book = Schema.Entity("Book", subentities: Schema.Entity("Atlas"), properties: title)
      let schema = Schema(book, version: Schema.Version(1, 2, 3))
      #expect(book.uniquenessConstraints == [["title"]] && title.isOptional)
      let atlas = try #require(book.subentities.first)
      #expect(atlas.superentityName == "Book" && atlas.inheritedProperties.count == 1)
      #expect(schema.entities == [book] && schema.version.description == "1.2.3")
      #expect(throws: SwiftDataError.unknownSchema) {
        try ModelContainer(
          for: schema,
          configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
      }
      #expect(Schema().entities.isEmpty)
      let place = Schema.CompositeAttribute(
        name: "place",
        originalName: "place",
        options: [],
        valueType: Spot.self,
        defaultValue: nil,
        hashModifier: nil
      )
      #expect(place.debugDescription == "place: Spot ()" && place.properties.isEmpty)
    }

    @Test func identitiesAreEncoded() throws {
      let context = try memory()
      let trip = Trip(name: "Oslo")
      context.insert(trip)
      let temporary = trip.persistentModelID
      #expect(temporary.isTemporary && temporary.storeIdentifier == nil)
      try context.save()
      let saved = trip.persistentModelID
      let text = try PersistentIdentifier.identifier(for: "s", entityName: "Trip", primaryKey: "a")
      let number = try PersistentIdentifier.identifier(for: "s", entityName: "Trip", primaryKey: 7)
      let unique = UUID()
      let uuid = try PersistentIdentifier.identifier(
        for: "s",
        entityName: "Trip",
        primaryKey: unique
      )
      let all = [temporary, saved, text, number, uuid]
      let data = try JSONEncoder().encode(all)
      #expect(try JSONDecoder().decode([PersistentIdentifier].self, from: data) == all)
      #expect(!saved.isTemporary && text.storeIdentifier == "s" && number < text)
      let envelope = try JSONSerialization.jsonObject(with: JSONEncoder().encode(text))
      let fields = (envelope as? [String: [String: Any]])?["implementation"]
      #expect(fields?["primaryKey"] as? String == "a" && fields?["entityName"] as? String == "Trip")
      #expect(context.registeredModel(for: text) as Trip? == nil)
    }

    @Test func errorsAreOfAKind() throws {
      let context = try memory()
      #expect(throws: SwiftDataError.unsupportedKeyPath) {
        try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.isLong }))
      }
      #expect(throws: SwiftDataError.unknownSchema) {
        try context.fetch(FetchDescriptor<Ledger>())
      }
      let long = ModelConfiguration(String(repeating: "a", count: 300))
      #expect(throws: SwiftDataError.configurationFileNameTooLong) { try long.validate() }
      #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration("a/b"))
      }
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
      #expect(throws: SwiftDataError.duplicateConfiguration) {
        try ModelContainer(
          for: Trip.self,
          Ledger.self,
          configurations: ModelConfiguration("a", schema: Schema([Trip.self]), url: url),
          ModelConfiguration("b", schema: Schema([Ledger.self]), url: url)
        )
      }
      let memory = ModelConfiguration(isStoredInMemoryOnly: true)
      #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
        try ModelContainer(
          for: Trip.self,
          configurations: memory,
          ModelConfiguration(schema: Schema([Ledger.self]), isStoredInMemoryOnly: true)
        )
      }
    }

    @Test func anOlderPlanIsRefused() throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
      defer { try? FileManager.default.removeItem(at: url) }
      _ = try ModelContainer(
        for: NotesV2.Note.self,
        migrationPlan: NotesPlan.self,
        configurations: ModelConfiguration(url: url)
      )
      #expect(throws: SwiftDataError.backwardMigration) {
        try ModelContainer(
          for: NotesV1.Note.self,
          migrationPlan: OldPlan.self,
          configurations: ModelConfiguration(url: url)
        )
      }
    }
  }
#endif
