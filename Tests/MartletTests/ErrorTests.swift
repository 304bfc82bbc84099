import Martlet
import Testing

@Suite struct ErrorTests {
  /// What a program gets to read of something that is wrong.
  static let mistakes: [Mistake] = [
    Mistake(
      { _ = try $0.fetch("Budget where nme == \("x")") },
      """
      error: Budget has no attribute `nme`
        1 | fetch Budget where nme == $value1
          |                    ^^^
      help: did you mean `name`?
      """
    ),
    Mistake(
      { try $0.insert("Budget", ["name": "A", "limt": 1]) },
      """
      error: Budget has no attribute `limt`
      help: did you mean `limit`?
      """
    ),
    Mistake(
      { try $0.insert("Budget", ["name": "A", "limit": "many"]) },
      """
      error: `limit` takes Double, and this is String
      """
    ),
    Mistake(
      { try $0.insert("Budget", ["name": "A", "limit": Value(Double.nan)]) },
      """
      error: `limit`: NaN cannot be stored or compared
      """
    ),
    Mistake(
      { try $0.insert("Budget", ["name": "A", "limit": -1]) },
      """
      error: the new Budget breaks `check limit > 0`: limit must be greater than zero
      """
    ),
    Mistake(
      { try $0.insert("Budget", ["name": "taken", "limit": 1]) },
      """
      error: Budget.name is unique, and "taken" is taken by Budget#1
      """
    ),
    Mistake(
      { try $0.insert("Budget", ["name": "A", "limit": 1, "spent": 3]) },
      """
      error: `spent` is computed and cannot be given a value
      """
    ),
    Mistake(
      { _ = try $0.fetch("Budget where name == '\("x")'") },
      """
      error: the value `$value1` is within a string or a comment: fetch Budget where name == '$value1'
      help: write a value without quotes: name == \\(name)
      """
    ),
    Mistake(
      { _ = try $0.fetchCount("Budget where limit > \("x")") },
      """
      error: `>` cannot compare Double with String
        1 | fetch Budget where limit > $value1
          |                    ----- ^ ------- this is String
          |                    this is Double
      help: `$value1` is the string `x`, which is not a Double
      """
    ),
    Mistake(
      { _ = try $0.fetch("Budget select name") },
      """
      error: this query returns columns, not records; fetch them as a struct
      """
    ),
    Mistake(
      { try $0.execute("fetch Budget") },
      """
      error: this statement does not change records
        1 | fetch Budget
          | ^^^^^^^^^^^^
      help: use `insert`, `update`, `upsert` or `delete`
      """
    ),
    Mistake(
      { try $0.container.declare("fetch Budget") },
      """
      error: this is not a declaration
        1 | fetch Budget
          | ^^^^^^^^^^^^
      """
    ),
    Mistake(
      { try $0.container.declare("model X { y: Y, z = w }\nmodel Y { n: Int }") },
      """
      error: X has no attribute `w`
        1 | model X { y: Y, z = w }
          |                     ^
      help: `X` is still waiting for `Y`; you can declare it again
      """
    ),
    Mistake(
      { try $0.container.declare("model X { a: Int = 'x' }") },
      """
      error: `a` takes Int
        1 | model X { a: Int = 'x' }
          |                    ^^^ this is String
      """
    ),
    Mistake(
      { try $0.delete(RecordID(entity: "Budget", key: .number(99))) },
      """
      error: there is no Budget#99
      """
    ),
    Mistake(
      { try $0.redo() },
      """
      error: there is nothing to redo
      """
    ),
  ]

  struct Mistake: Sendable {
    let body: @Sendable (ModelContext) throws -> Void
    let text: String

    init(_ body: @escaping @Sendable (ModelContext) throws -> Void, _ text: String) {
      self.body = body
      self.text = text
    }
  }

  @Test(arguments: mistakes) func errorsMatchTheShells(_ mistake: Mistake) throws {
    let text = mistake.text
    let context = try makeContext()
    context.autosaveEnabled = true
    try context.insert("Budget", ["name": "taken", "limit": 1])
    do {
      try mistake.body(context)
      Issue.record("nothing is wrong, where \(text) was expected")
    } catch {
      #expect("\(error)" == text)
    }
  }
}
