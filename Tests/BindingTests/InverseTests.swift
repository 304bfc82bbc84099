import Binding
import Model
import Testing

/// Every relationship has an inverse, and both sides agree.
@Suite struct InverseTests {
  /// Models, and for each relationship `Model.name` the name of its inverse; `-` is an unnamed one.
  @Test(arguments: [
    ("model A { b: B? }\nmodel B { a: A? }", ["A.b": "a", "B.a": "b"]),
    ("model A { bs: [B] }\nmodel B { a: A? }", ["A.bs": "a", "B.a": "bs"]),
    ("model A { bs: [B] }\nmodel B { as: [A] }", ["A.bs": "as", "B.as": "bs"]),
    ("model A { b: B? }\nmodel B { n: Int }", ["A.b": "-"]),
    (
      "model A { b: B?, c: B? inverse a }\nmodel B { a: A?, other: [A] inverse b }",
      ["A.b": "other", "A.c": "a", "B.a": "c", "B.other": "b"]
    ),
    (
      "model A { b: B?, c: B? inverse as }\nmodel B { as: [A] }",
      ["A.b": "-", "A.c": "as", "B.as": "c"]
    ),
    (
      "model A { b: B? }\nmodel B { as: [A] inverse b, more: [A] }",
      ["A.b": "as", "B.as": "b", "B.more": "-"]
    ),
    ("model P { boss: P?, staff: [P] }", ["P.boss": "staff", "P.staff": "boss"]),
    ("model P { friend: P? }", ["P.friend": "-"]),
    ("model P { spouse: P? inverse spouse }", ["P.spouse": "spouse"]),
    (
      "model P { boss: P? inverse staff, staff: [P], fans: [P] }",
      ["P.boss": "staff", "P.staff": "boss", "P.fans": "-"]
    ),
  ])
  func inversesAreFound(text: String, expected: [String: String]) throws {
    let schema = try BoundTexts.schema(text)
    var found: [String: String] = [:]
    for entity in schema.entities {
      for relationship in entity.relationships {
        let inverse = try #require(
          schema.entity(relationship.destination)?.relationship(relationship.inverse)
        )
        #expect(inverse.inverse == relationship.name)
        #expect(inverse.destination == entity.name)
        guard !relationship.isAnonymous else { continue }
        found["\(entity.name).\(relationship.name)"] = inverse.isAnonymous ? "-" : inverse.name
      }
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    (
      "model B { x: A?, y: A? }\nmodel A { bs: [B] }",
      "bs: `bs` could be the inverse of x or y"
    ),
    ("model B { n: Int }\nmodel A { b: B? inverse n }", "n: B has no relationship `n`"),
    (
      "model C { n: Int }\nmodel B { c: C? }\nmodel A { b: B? inverse c }",
      "c: `B.c` references C, not this model"
    ),
    (
      "model B { as: [A] inverse x }\nmodel A { x: B?, y: B? inverse as }",
      "as: `B.as` is the inverse of `x`"
    ),
    (
      "model B { a: A }\nmodel A { b: B? }",
      "b: deleting would set `B.a` to nil, but it is required"
    ),
    ("model A { x: Wrong }", "Wrong: no type or model is named `Wrong`"),
    (
      "model A { xs: [Int] unique }",
      "unique: `unique` only applies to attributes of a single value"
    ),
    ("model A { x: Int, x: Double }", "x: duplicate `x`"),
    ("model A { x: Int = \"1\" }", "\"1\": `x` takes Int"),
    ("model A { x: Int = nil }", "nil: `x` must have a value"),
    ("model A { x: Int = y, y: Int }", "y: `y` is not allowed here"),
    ("model A { b: A? ordered }", "ordered: `ordered` only applies to to-many relationships"),
  ])
  func inconsistentInputIsRejected(text: String, expected: String) throws {
    let problems = try BoundTexts.problems(of: text) { _ = try BoundTexts.schema(text) }
    #expect(problems == [expected])
  }

  @Test func aCycleOfComputedAttributesShowsItsPath() throws {
    let text = "model A { x = sum(bs.y), bs: [B] }\nmodel B { a: A?, y = a.x + 1 }"
    let problems = try BoundTexts.problems(of: text) { _ = try BoundTexts.schema(text) }
    #expect(problems.count == 1)
    #expect(problems.first?.hasSuffix("this attribute depends on itself: A.x → B.y → A.x") == true)
  }

  @Test func unboundedGrowthIsRejected() throws {
    let doubling = (1...40).map { "a\($0) = a\($0 - 1) + a\($0 - 1)" }.joined(separator: ", ")
    let text = "model A { a0: Int, \(doubling) }"
    let problems = try BoundTexts.problems(of: text) { _ = try BoundTexts.schema(text) }
    #expect(problems.first?.hasSuffix("this attribute depends on too many others") == true)
  }
}
