import Diagnostics
import Testing

@Suite struct SuggestionsTests {
  private static let names = [
    "name", "limit", "owner", "created", "expenses", "spent", "remaining", "firstName", "surname",
    "id", "age", "city", "is_paid",
  ]

  @Test(arguments: [
    ("nme", ["name"]),
    ("naem", ["name"]),
    ("NAME", ["name"]),
    ("limt", ["limit"]),
    ("lim", ["limit"]),
    ("exp", ["expenses"]),
    ("expnses", ["expenses"]),
    ("first_name", ["firstName"]),
    ("isPaid", ["is_paid"]),
    ("ags", ["age"]),
    ("ix", ["id"]),
    ("nam", ["name"]),
    ("xyz", []),
    ("x", []),
    ("", []),
    ("at", []),
    ("completelydifferent", []),
  ])
  func findsTheIntendedName(written: String, expected: [String]) {
    #expect(nearestNames(to: written, in: Self.names) == expected)
  }

  @Test func suggestsWordsOnlyWithoutNearerCandidates() {
    #expect(
      nearestNames(to: "name", in: ["surname", "firstName", "age"]) == ["surname", "firstName"]
    )
    #expect(nearestNames(to: "name", in: ["surname", "nam"]) == ["nam"])
  }

  @Test func isLimitedAndDoesNotDependOnOrder() {
    let names = ["cat1", "cat2", "cat3", "cat4"]
    #expect(nearestNames(to: "cat", in: names) == ["cat1", "cat2", "cat3"])
    #expect(nearestNames(to: "cat", in: names.reversed()) == ["cat1", "cat2", "cat3"])
    #expect(nearestNames(to: "cat", in: names, limit: 1) == ["cat1"])
    #expect(nearestNames(to: "cat", in: names, limit: 0) == [])
    #expect(nearestNames(to: "cat", in: ["cats", "cats"]) == ["cats"])
  }

  @Test func fitsOnOneLine() {
    #expect(didYouMean([]) == nil)
    #expect(didYouMean(["name"]) == "did you mean `name`?")
    #expect(didYouMean(["a", "b"]) == "did you mean `a` or `b`?")
    #expect(didYouMean(["a", "b", "c"]) == "did you mean `a`, `b` or `c`?")
  }
}
