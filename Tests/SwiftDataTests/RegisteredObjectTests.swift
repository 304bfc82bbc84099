#if SwiftData
  import Foundation
  import Model
  import Testing

  @testable import SwiftData

  @Suite struct RegisteredObjectTests {
    /// A type of property for each way to read a fetched row.
    @Model
    final class Sample {
      var number: Int
      var small: Int8
      var text: String
      var ratio: Double
      var flag: Bool
      var day: Date
      var maybe: Int?
      var name: String?
      var mood: Mood
      init(_ number: Int) {
        self.number = number
        small = Int8(truncatingIfNeeded: number)
        text = "text \(number)"
        ratio = Double(number) / 4
        flag = number % 2 == 0
        day = Date(timeIntervalSince1970: Double(number))
        maybe = number % 3 == 0 ? nil : number
        name = number % 3 == 0 ? nil : "name \(number)"
        mood = number % 2 == 0 ? .calm : .wild
      }
    }

    private func samples(_ count: Int) throws -> ModelContainer {
      let container = try ModelContainer(
        for: Sample.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
      let context = ModelContext(container)
      for number in 0..<count { context.insert(Sample(number)) }
      try context.save()
      return container
    }

    @Test func fetchedValuesAreTheSavedOnes() throws {
      let container = try samples(9000)
      let context = ModelContext(container)
      let found = try context.fetch(FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.number)]))
      #expect(found.count == 9000)
      for (number, sample) in found.enumerated() {
        let expected = Sample(number)
        guard sample.number == number, sample.small == expected.small,
          sample.text == expected.text, sample.ratio == expected.ratio,
          sample.flag == expected.flag, sample.day == expected.day,
          sample.maybe == expected.maybe, sample.name == expected.name,
          sample.mood == expected.mood
        else {
          Issue.record("sample \(number) has other values")
          return
        }
      }
      found[5].number = -5
      found[5].text = "changed"
      #expect(found[5].number == -5 && found[5].text == "changed" && found[5].ratio == 1.25)
      context.rollback()
      #expect(found[5].number == 5 && found[5].text == "text 5")
    }

    @Test func aPartIsReadFirstAndTheRestLater() throws {
      let context = ModelContext(try samples(10))
      var part = FetchDescriptor<Sample>(predicate: #Predicate { $0.number == 4 })
      part.propertiesToFetch = [\.number]
      let sample = try #require(try context.fetch(part).first)
      #expect(sample.number == 4 && sample.text == "text 4" && sample.flag && sample.maybe == 4)
    }

    @Test func fetchingAgainKeepsObjectsThatExist() throws {
      let context = ModelContext(try samples(5000))
      let descriptor = FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.number)])
      let kept = try context.fetch(descriptor).filter { $0.number % 7 == 0 }
      let again = try context.fetch(descriptor)
      #expect(zip(kept, again.filter { $0.number % 7 == 0 }).allSatisfy { $0 === $1 })
      #expect(again.map(\.number) == Array(0..<5000))
    }

    @Test func objectsAreNotKeptAlive() throws {
      let context = ModelContext(try samples(100))
      let first = try context.fetch(
        FetchDescriptor<Sample>(predicate: #Predicate { $0.number < 3 })
      )
      _ = try context.fetch(FetchDescriptor<Sample>())
      #expect(context.registered.all.count == 3)
      context.registered.removeReleased()
      #expect(
        Set(context.registered.all.map { ObjectIdentifier($0.object) })
          == Set(first.map { ObjectIdentifier($0) })
      )
    }

    /// Nothing is saved, and no object is used for long.
    @Test func aContextThatOnlyFetchesDoesNotGrow() throws {
      let context = ModelContext(try samples(3000))
      let kept = try context.fetch(
        FetchDescriptor<Sample>(predicate: #Predicate { $0.number < 5 })
      )
      let table = context.registered.table("Sample")
      for round in 0..<30 {
        let bound = round * 100
        _ = try context.fetch(FetchDescriptor<Sample>(predicate: #Predicate { $0.number > bound }))
        for number in 0..<500 {
          table[.number(Int64(1_000_000 + round * 500 + number))] = Sample(1)
        }
        #expect(table.count <= 3 * 3000, "round \(round)")
      }
      #expect(context.registered.all.count == 5)
      #expect(kept.map(\.number).sorted() == [0, 1, 2, 3, 4])
    }

    /// Objects that are in use stay, however many there are.
    @Test func objectsInUseStay() {
      let table = ObjectTable()
      var objects: [Sample] = []
      for number in 0..<10_000 {
        objects.append(Sample(number))
        table[.number(Int64(number))] = objects[number]
        table[.values([.int(Int64(number))])] = Sample(-1)
      }
      #expect(table.count < 25_000)
      #expect(objects.indices.allSatisfy { table[.number(Int64($0))] === objects[$0] })
    }

    /// Compared with a dictionary: numbers with gaps, negative ones, and other keys.
    @Test func objectsAreFoundByTheirKeys() {
      var objects = RegisteredObjects()
      var expected: [RecordID: Sample] = [:]
      var random = SystemRandomNumberGenerator()
      for step in 0..<20_000 {
        let number = Int64.random(in: -40...400, using: &random)
        let key: RecordKey =
          switch step % 4 {
          case 0: .number(number)
          case 1: .number(number &* 4096)
          case 2: .number(number &<< 40)
          default: .values([.int(number), .string("\(number % 3)")])
          }
        let id = RecordID(entity: step % 5 == 0 ? "A" : "B", key: key)
        let object = step % 3 == 0 ? nil : Sample(step)
        objects[id] = object
        expected[id] = object
      }
      for (id, object) in expected { #expect(objects[id] === object) }
      #expect(Set(objects.all.map(\.id)) == Set(expected.keys))
      #expect(objects[RecordID(entity: "C", key: .number(1))] == nil)
    }

    /// Numbers with a common distance are not near each other in memory, but still found quickly.
    @Test func numbersWithGapsAreFoundQuickly() {
      let sample = Sample(1)
      for shift in [0, 3, 10, 16, 32] as [Int64] {
        let table = ObjectTable()
        for number in 0..<50_000 as Range<Int64> { table[.number(number << shift)] = sample }
        #expect(table.entries.count == 50_000)
        #expect(table[.number(49_999 << shift)] === sample)
      }
    }
  }
#endif
