import Columns
import Features
import Model
import Session
import Storage
import Testing

/// `.check` finds relationships that are dangling, one-sided, duplicate or out of order.
@Suite struct RelationshipDamageTests {
  @Test func danglingReferences() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.point("budget", of: "Expense", 1, to: 4711)
      damage.point("leader", of: "Budget", 1, to: -7)
      damage.list("friends", of: "Person", 3, [9])
    }
    #expect(
      found == [
        "Budget#1.leader references a missing record",
        "Expense#1.budget references a missing record",
        "`check amount <= budget.limit` of Expense was skipped, because it reads damaged values",
        "Person#3.friends references a missing record",
        "4 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func malformedLists() throws {
    let store = try CheckedStore()
    let found = try store.lines("Budget") { damage in
      damage.members["Budget"] = ["expenses": { _, _ in MemberLists(starts: [0], members: []) }]
    }
    #expect(
      found == [
        "the column `Budget.expenses` does not have a [Expense] for each record",
        "`check spent <= limit` of Budget was skipped, because it reads damaged values",
        "2 problems in 3 records of 1 model",
      ]
    )
  }

  @Test func oneWayOnly() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.point("leader", of: "Budget", 2, to: 1)
      damage.list("friends", of: "Person", 2, [])
      damage.list("fans", of: "Song", 1, [0, 2])
      damage.list("paid", of: "Person", 3, [1])
    }
    #expect(
      found == [
        "Budget#2.leader references Person#2, whose `leads` does not reference it back",
        "Person#3.paid references Expense#2, whose `payer` does not reference it back",
        "Person#1.friends references Person#2, whose `friends` does not reference it back",
        "Song#1.fans references Person#3, whose `songs` does not reference it back",
        "4 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func twiceRelatedToOneRecord() throws {
    let store = try CheckedStore()
    let found = try store.lines { $0.list("friends", of: "Person", 1, [1, 1]) }
    #expect(
      found == [
        "Person#1.friends references Person#2 twice", "1 problem in 14 records of 8 models",
      ]
    )
  }

  @Test func ordersOfMembers() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.list("expenses", of: "Budget", 1, [1, 0])
    }
    #expect(
      found == [
        "Budget#1.expenses is not in the order of its positions",
        "1 problem in 14 records of 8 models",
      ]
    )
    var changes = ChangeSet()
    var rows = RecordRows(entity: "Expense", keys: .list([.number(1), .number(2)]))
    rows.references["budget"] = RecordReferences(
      targets: [.number(1), .number(1)],
      positions: [40, 40]
    )
    changes.updated = [rows]
    let pair = { (member: Int64) in
      RecordPair(
        entity: "Person",
        relationship: "songs",
        owner: .number(1),
        member: .number(member)
      )
    }
    changes.linked = [1, 2].map {
      RecordLinkage(pair: pair($0), position: 50, inversePosition: 50 + $0)
    }
    let changed = try store.lines(changes: changes)
    #expect(
      changed == [
        "Budget#1.expenses has Expense#2 and another record at the same position",
        "Person#1.songs has Song#2 and another record at the same position",
        "2 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func recordsOfOtherModels() throws {
    let store = try CheckedStore()
    var changes = ChangeSet()
    var rows = RecordRows(entity: "Vehicle", keys: .list([.number(1), .number(2), .number(3)]))
    rows.references = [
      "Car.trailer": RecordReferences(targets: [.number(2), nil, nil]),
      "Truck.tower": RecordReferences(targets: [nil, .number(1), nil]),
    ]
    changes.updated = [rows]
    let changed = try store.lines(changes: changes)
    #expect(
      changed == [
        "Car#1.trailer references Car#2, which is not a Truck",
        "1 problem in 14 records of 8 models",
      ]
    )
  }

  @Test func danglingReferencesOfNoAction() throws {
    let store = try CheckedStore()
    let session = QuerySession(store: store.store)
    try session.perform(#"delete Person where name == "Cy""#)
    #expect(
      try store.lines { _ in } == [
        "Note#1.writer references Person#3, which does not exist",
        "1 problem in 13 records of 8 models",
      ]
    )
    #expect(try store.lines("Person") { _ in } == ["no damage in 2 records of 1 model"])
  }
}
