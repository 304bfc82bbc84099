import Columns
import Model
import Storage
import Testing

extension StoreContract {
  static let snapshotChecks = [
    ContractCheck("a snapshot never sees later changes") { store in
      try addModels(to: store)
      try insert("Account", ["name": .string("a")], into: store)
      try insert("Entry", ["amount": .int(1)], into: store)
      let before = try StoreReading(store)
      let contentsBefore = try contents(of: store)
      try insert(
        "Account",
        ["name": .string("b"), "limit": .double(1)],
        ["entries": [1]],
        into: store
      )
      try store.apply(
        SchemaChange(entities: [Entity(name: "Other", properties: [])])
      )
      let account = ContractSchema.account
      #expect(try before.snapshot.count(of: "Account") == 1)
      #expect(try before.values("Account", "name") == [.string("a")])
      #expect(try before.values("Account", "limit") == [.null])
      let entries = try #require(account.relationship("entries"))
      let owners = try before.references(of: "Account")
      #expect(try before.members("Account", entries, owners: owners) == [[]])
      #expect(
        try before.snapshot.reference(to: RecordID(entity: "Account", key: .number(2))) == nil
      )
      #expect(throws: StoreError.unknownEntity("Other")) {
        try before.snapshot.count(of: "Other")
      }
      #expect(try contents(of: store) != contentsBefore)
    },
    ContractCheck("members are right after every change, whoever asked before") { store in
      try addModels(to: store)
      let entries = try #require(ContractSchema.account.relationship("entries"))
      for round in Int64(1)...4 {
        try insert("Account", ["name": .string("\(round)")], into: store)
        let middle = try StoreReading(store)
        let owners = try middle.references(of: "Account")
        #expect(try middle.members("Account", entries, owners: owners).last == [])
        try insert(
          "Entry",
          ["amount": .int(round)],
          ["account": [round]],
          into: store
        )
        let after = try StoreReading(store)
        let members = try after.members(
          "Account",
          entries,
          owners: try after.references(of: "Account")
        )
        #expect(members == (1...round).map { [$0] })
        #expect(try middle.members("Account", entries, owners: owners).last == [])
      }
    },
  ]
}
