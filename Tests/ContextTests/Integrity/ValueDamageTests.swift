import Columns
import Foundation
import Model
import Storage
import Testing

/// `.check` finds invalid stored values.
@Suite struct ValueDamageTests {
  @Test func intactStoreHasNoDamage() throws {
    let store = try CheckedStore()
    #expect(try store.lines { _ in } == ["no damage in 14 records of 8 models"])
    #expect(try store.lines("Budget") { _ in } == ["no damage in 3 records of 1 model"])
    #expect(try store.lines("Car") { _ in } == ["no damage in 2 records of 1 model"])
  }

  @Test func columnsOfOtherTypes() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.add(.attribute(AttributePath(["limit"])), of: "Budget") { column, _ in
        .string(StringColumn(codes: FixedColumn(values: Array(repeating: 0, count: column.count))))
      }
      damage.add(.attribute(AttributePath(["tags"])), of: "Budget") { column, _ in
        .list(
          ListColumn(
            starts: Array(repeating: 0, count: column.count + 1),
            elements: .int(FixedColumn(values: []))
          )
        )
      }
      damage.add(.attribute(AttributePath(["age"])), of: "Person") { _, _ in
        .int(FixedColumn(values: [1]))
      }
    }
    #expect(
      found == [
        "the column `Budget.limit` does not have a Double for each record",
        "the column `Budget.tags` does not have a [Category] for each record",
        "`check limit > 0` of Budget was skipped, because it reads damaged values",
        "`check spent <= limit` of Budget was skipped, because it reads damaged values",
        "`check amount <= budget.limit` of Expense was skipped, because it reads damaged values",
        "`check payer.age > 17` of Expense was skipped, because it reads damaged values",
        "the column `Person.age` does not have a Int for each record",
        "7 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func missingValues() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.set(.null, "limit", of: "Budget", 2)
      damage.set(.null, "tags", of: "Budget", 3)
      damage.set(.null, "place/room", of: "Budget", 2)
      damage.set(.bool(true), "place/window", of: "Budget", 2)
      damage.set(.null, "Car.doors", of: "Vehicle", 1)
      damage.set(.null, "code", of: "Vehicle", 3)
      damage.point("payer", of: "Expense", 2, to: Column.nullReference)
    }
    #expect(
      found == [
        "Budget#2 needs a value for `limit`",
        "Budget#3 needs a value for `tags`",
        "Budget#2 needs a value for `room`",
        "Budget#2 breaks `check limit > 0`: limit must be greater than zero",
        "Budget#2 breaks `check spent <= limit`",
        "Expense#2 breaks `check payer.age > 17`: children do not pay",
        "Expense#2 needs a value for `payer`",
        "Person#2.paid references Expense#2, whose `payer` does not reference it back",
        "Truck#3 needs a value for `code`",
        "Car#1 needs a value for `doors`",
        "Truck#3 breaks `check code > 0`",
        "Car#1 breaks `check doors * year > 0`",
        "12 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func forbiddenValues() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.set(.double(.nan), "amount", of: "Expense", 1)
      damage.set(.string("a\0b"), "title", of: "Song", 2)
    }
    #expect(
      found == [
        "Budget#1 breaks `check spent <= limit`",
        "Expense#1.amount contains NaN or a string with NUL",
        "Expense#1 breaks `check amount <= budget.limit`",
        "Song#2.title contains NaN or a string with NUL",
        "4 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func stringsThatAreNotCases() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.set(.string("drink"), "category", of: "Budget", 3)
      damage.set(
        .list([.string("food"), .string("Food"), .string("x")]),
        "tags",
        of: "Budget",
        1
      )
    }
    #expect(
      found == [
        "Budget#3.category contains \"drink\", which is not a case",
        "Budget#1.tags contains \"Food\", which is not a case",
        "2 problems in 14 records of 8 models",
      ]
    )
  }

  @Test func unknownModelsAndStrayValues() throws {
    let store = try CheckedStore()
    let found = try store.lines { damage in
      damage.set(.string("Boat"), "@kind", of: "Vehicle", 2)
      damage.set(.int(5), "Car.doors", of: "Vehicle", 3)
    }
    #expect(
      found == [
        "Truck#3 has a value for `doors`, which only Car has",
        "Vehicle#2 has the unknown model \"Boat\"",
        "2 problems in 14 records of 8 models",
      ]
    )
  }
}
