import Columns
import Model
import Storage
import Testing

/// `.check` finds duplicate keys, wrong indexes, and invalid identities.
@Suite struct KeyDamageTests {
  @Test func duplicateKeys() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.set(.string("Trip"), "name", of: "Budget", 3)
      damage.set(.int(1), "rank", of: "Budget", 2)
      damage.set(.string("A"), "Car.plate", of: "Vehicle", 2)
      damage.set(.int(1), "code", of: "Vehicle", 3)
    }
    #expect(
      found.filter { !$0.contains("index") } == [
        "Budget.name is unique, and \"Trip\" is taken by Budget#1",
        "(owner, rank) of Budget is unique, and (\"Ann\", 1) is taken by Budget#1",
        "Truck.code is unique, and 1 is taken by Vehicle#1",
        "Car.plate is unique, and \"A\" is taken by Vehicle#1",
        found.last ?? "",
      ]
    )
    #expect(
      try store.lines("Truck") { $0.set(.int(1), "code", of: "Vehicle", 3) }.first
        == "Truck.code is unique, and 1 is taken by Vehicle#1"
    )
  }

  @Test func nilIsNeverADuplicate() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.set(.null, "owner", of: "Budget", 1)
      damage.set(.null, "owner", of: "Budget", 2)
      damage.set(.int(1), "rank", of: "Budget", 2)
    }
    #expect(found == ["no damage in 14 records of 8 models"])
  }

  @Test func indexesThatFindNothing() throws {
    let store = try CheckedStore()
    let found = try store.lines("Budget") { $0.emptyIndexes = ["Budget"] }
    #expect(
      found == [
        "Budget#1 cannot be found by its `name`: the index is damaged",
        "Budget#2 cannot be found by its `name`: the index is damaged",
        "Budget#3 cannot be found by its `name`: the index is damaged",
        "Budget#1 cannot be found by its `owner`, `rank`: the index is damaged",
        "Budget#2 cannot be found by its `owner`, `rank`: the index is damaged",
        "5 problems in 3 records of 1 model",
      ]
    )
  }

  @Test func identities() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.counts["Song"] = 5
      damage.unfound = ["Note"]
      damage.identities["Budget"] = [2: RecordID(entity: "Budget", key: .number(1))]
    }
    #expect(
      found == [
        "Budget#1 exists twice",
        "the store counts 5 records of Song, but contains 2",
        "Note#1 exists, but cannot be found by its id",
        "3 problems in 14 records of 8 models",
      ]
    )
  }
}
