import Demo
import Features
import MemoryStore
import Rendering
import Storage
import Syntax
import Testing

@testable import Lessons
@testable import Session

/// Every lesson is consistent: its solutions are correct, and its mistakes are recognized.
@Suite struct LessonTests {
  @Test func allLessonsAreRead() throws {
    for text in LessonTexts.all { _ = try LessonScript(text).lesson() }
    #expect(Lesson.all.count == LessonTexts.all.count && Lesson.all.count >= 10)
    #expect(Set(Lesson.all.map(\.name)).count == Lesson.all.count)
    for lesson in Lesson.all {
      #expect(!lesson.title.isEmpty && !lesson.introduction.isEmpty)
      #expect((2...5).contains(lesson.tasks.count), "\(lesson.name)")
      for task in lesson.tasks {
        #expect(!task.hints.isEmpty && !task.remark.isEmpty, "\(task.text)")
        #expect(task.mistakes.allSatisfy { !$0.reason.isEmpty }, "\(task.text)")
      }
    }
  }

  @Test func lessonsAreFound() {
    #expect(Lesson.index(of: "1") == 0 && Lesson.index(of: "predicates") == 1)
    #expect(Lesson.index(of: "PRED") == 1 && Lesson.index(of: "agg") == 5)
    #expect(Lesson.index(of: "11") == 10 && Lesson.index(of: "past") == 10)
    for word in ["0", "12", "-1", "", "s", "99999999999999999999"] {
      #expect(Lesson.index(of: word) == nil, "\(word)")
    }
  }

  private static let tasks = Lesson.all.indices.flatMap { lesson in
    Lesson.all[lesson].tasks.indices.map { [lesson, $0] }
  }

  @Test(arguments: tasks)
  func solutionsAreCorrect(place: [Int]) throws {
    let (lesson, index) = (Lesson.all[place[0]], place[1])
    let task = lesson.tasks[index]
    for text in [task.solution.joined(separator: "\n")] + task.alternatives {
      #expect(try Learner(lesson, task: index).verdict(on: text).isRight, "\(text)")
    }
  }

  @Test(arguments: tasks)
  func mistakesAreRecognized(place: [Int]) throws {
    let (lesson, index) = (Lesson.all[place[0]], place[1])
    for mistake in lesson.tasks[index].mistakes {
      let verdict = try Learner(lesson, task: index).verdict(on: mistake.statement)
      #expect(verdict.findings?.reason == mistake.reason, "\(mistake.statement)")
    }
  }

  /// A task that is to change something is not done before it begins.
  @Test(arguments: tasks)
  func checksDecideWhetherATaskIsDone(place: [Int]) throws {
    let (lesson, index) = (Lesson.all[place[0]], place[1])
    let task = lesson.tasks[index]
    if task.checks.isEmpty { return }
    let learner = try Learner(lesson, task: index)
    let before = task.checks.map { LessonAnswer.CheckResult($0.statement, in: learner.session) }
    _ = try learner.session.runScript(task.solution.joined(separator: "\n"), name: "")
    let after = task.checks.map { LessonAnswer.CheckResult($0.statement, in: learner.session) }
    #expect(!zip(before, after).allSatisfy { $0.matches($1) }, "\(task.text)")
    for mistake in task.mistakes {
      let learner = try Learner(lesson, task: index)
      _ = try learner.session.runScript(mistake.statement, name: "")
      let wrong = task.checks.map { LessonAnswer.CheckResult($0.statement, in: learner.session) }
      #expect(!zip(before, wrong).allSatisfy { $0.matches($1) }, "\(mistake.statement)")
    }
  }

  /// Whether an answer is right is whether it finds the same records: all fetches of all lessons, each as an
  /// answer to every task that asks for records, are compared by their `@id`s.
  @Test func answersWithTheSameResultAreCorrect() throws {
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    let fetches = Lesson.all.flatMap(\.tasks)
      .flatMap { [$0.solution.last ?? ""] + $0.alternatives + $0.mistakes.map(\.statement) }
      .filter {
        $0.hasPrefix("fetch") && !$0.contains("select") && !$0.contains("User")
          && !$0.contains("Trip")
      }
    #expect(fetches.count > 30)
    func found(_ text: String) throws -> [String] {
      guard case .rows(let rows)? = try session.runScript(text + " select @id", name: "")?.answer
      else {
        return []
      }
      return try rows.allValues().map { "\($0)" }
    }
    let answers = try fetches.map { ($0, try found($0)) }
    for lesson in Lesson.all {
      for (index, task) in lesson.tasks.enumerated() {
        guard task.checks.isEmpty, fetches.contains(task.solution[0]) else { continue }
        let learner = try Learner(lesson, task: index)
        let wanted = try found(task.solution[0])
        for (text, own) in answers {
          let isSame = task.isOrdered ? own == wanted : Set(own) == Set(wanted)
          #expect(try learner.verdict(on: text).isRight == isSame, "\(task.text) \(text)")
        }
      }
    }
  }
}

/// Verdicts on unexpected answers.
@Suite struct LessonVerdictTests {
  private static func verdict(_ name: String, _ task: Int, _ text: String) throws -> LessonVerdict {
    let lesson = Lesson.all[try #require(Lesson.index(of: name))]
    return try Learner(lesson, task: task - 1).verdict(on: text)
  }

  private static let rightAnswers: [(String, Int, String)] = [
    ("first", 1, "fetch Budget as b where b.limit > 0 sort created"),
    ("first", 2, "fetch Budget select limit, name"),
    ("first", 4, "fetch User select count(id) as users"),
    ("predicates", 1, "fetch Budget where limit in [650, 750, 900] select name, 1 / 0 sort name"),
    ("aggregates", 3, "fetch User select avg(age) as years, count() as n"),
    ("groups", 1, "fetch Budget group by owner ?? \"nobody\", owner select count(name), owner"),
    ("groups", 1, "fetch Budget group by owner select owner as who, count() as n"),
    ("groups", 2, "fetch Budget group by owner select count(name) as budgets, owner sort budgets"),
    ("groups", 2, "fetch Budget group by owner select owner as o, count() as budgets"),
    ("logic", 3, "trace fetch Budget where (owner == \"Zoë\") and (spent > limit) sort name"),
    ("logic", 3, "trace fetch Budget where owner == \"Zoë\" and limit < spent select name limit 3"),
    ("history", 2, "history Budget where name == \"Rent\" and limit > 0"),
    ("history", 4, "update all Budget set limit = 2; begin; update all Budget set limit = 1"),
    ("history", 5, "rollback"),
    ("groups", 3, "fetch Budget group by owner having count() > 2 select owner as o, count() as n"),
    ("history", 1, "begin; update Budget#4 set limit = 1600; save"),
    ("sorting", 2, "fetch Budget sort owner nulls last, name using standard select owner"),
    ("history", 1, "upsert Budget name: \"Rent\", limit: 1600"),
    ("models", 2, "insert Trip [{ name: \"Oslo\", price: 900 }, { name: \"Bergen\", price: 1 }]"),
  ]

  @Test(arguments: rightAnswers)
  func otherCorrectAnswers(name: String, task: Int, text: String) throws {
    #expect(try Self.verdict(name, task, text).isRight)
  }

  private static let otherStatements: [(String, Int, String)] = [
    ("first", 4, "= 10000"), ("first", 1, "count Budget"), ("first", 1, "= 1 + 1"),
    ("first", 4, "fetch Budget"),
    ("first", 2, "explain fetch Budget"),
    ("predicates", 2, "trace fetch Budget where owner is nil"),
    ("history", 1, "fetch Budget"), ("models", 2, "let cheap = fetch Trip where price < 9"),
    ("history", 4, "begin"), ("history", 1, "begin"),
    ("models", 1, "count Budget"), ("aggregates", 3, "count Budget"),
    ("first", 4, "fetch Budget select count()"),
    ("logic", 3, "fetch Budget where owner == \"Zoë\""),
    ("first", 1, "insert Budget name: \"A\", limit: 1, created: today"),
  ]

  @Test(arguments: otherStatements)
  func otherStatementsAreNotAnswers(name: String, task: Int, text: String) throws {
    #expect(try Self.verdict(name, task, text).isUnrelated)
  }

  private static let wrongAnswers: [(String, Int, String, String)] = [
    ("first", 1, "fetch Expense", "these are records of Expense, but the task asks for Budget"),
    ("first", 1, "fetch Budget group by owner select owner", "the task asks for records of Budget"),
    ("first", 1, "fetch Budget select owner distinct", "the task asks for records of Budget"),
    ("first", 2, "fetch Budget", "the answer has 7 columns, but should have 2"),
    (
      "first", 2, "fetch Budget select name, limit limit 1",
      "the answer has 1 row, but should have 12"
    ),
    ("first", 3, "fetch Expense sort amount desc limit 4", "1 record should not be found"),
    (
      "predicates", 2, "fetch Budget where limit > 4000",
      "1 record should not be found, 2 records are missing"
    ),
    ("predicates", 2, "fetch Budget where owner is nil limit 1", "1 record is missing"),
    ("sorting", 2, "fetch Budget sort name", "these are the right records in the wrong order"),
    ("aggregates", 4, "fetch User select count(distinct age)", "this is the wrong value"),
    (
      "groups", 1, "fetch Budget where name == \"\" group by owner",
      "the answer has no rows, but should have 5"
    ),
    ("groups", 2, "fetch Budget group by owner", "the column `count` should be named `budgets`"),
    (
      "groups", 2, "fetch Budget group by owner select owner, count() as Budgets",
      "the rows are right, but the column `Budgets` should be named `budgets`"
    ),
    (
      "groups", 2, "fetch Budget group by owner select count() as owner, owner as budgets",
      "the column `owner` should be named `budgets`"
    ),
    (
      "groups", 2, "fetch Budget group by owner select owner, count()",
      "the column `count()` should be named `budgets`"
    ),
    (
      "groups", 2, "fetch Budget group by owner select owner, count() + 1 as budgets",
      "some rows are wrong"
    ),
    ("first", 4, "fetch User select count(city)", "this is the wrong value"),
    ("aggregates", 3, "count User", "the answer has 1 column, but should have 2"),
    ("aggregates", 3, "fetch User select count(), max(age)", "`max(age)` is wrong"),
    (
      "logic", 3, "fetch Budget where owner == \"Zoë\" and spent > limit",
      "the task asks for a trace: write `trace` before the fetch"
    ),
    ("models", 3, "preview delete all Budget", "this would change different records"),
    (
      "models", 3, "preview delete Budget where name == \"Car\"",
      "this would change different records"
    ),
    (
      "models", 3, "delete Budget where name == \"Gifts\"",
      "this changed records, but the task asks for a preview"
    ),
    (
      "models", 3, "delete Budget#7\npreview delete Budget where name == \"Gifts\"",
      "the demo data was changed"
    ),
    (
      "models", 1,
      "model Trip { name: String unique, price: Double, check price > 0 and price < 500 }",
      "price: 900` would fail, but should succeed"
    ),
    ("history", 2, "history", "the answer has 2 rows, but should have 1"),
    ("history", 2, "history Budget", "the answer has 2 rows, but should have 1"),
    ("history", 2, "history Budget since today", "the answer has 2 rows, but should have 1"),
    ("models", 1, "model Trip { title: String }", "fails: "),
    (
      "models", 1, "model Trip { name: String unique, price: Double, check price >= 0.01 }",
      "price: 0.001` would fail, but should succeed"
    ),
    (
      "models", 1, "model Trip { name: String unique, price: Double, check price != 0 }",
      "price: -1` would succeed, but should fail"
    ),
    (
      "models", 4, "delete Budget where name in [\"Gifts\", \"Rainy days\"]",
      "`count Budget` returns 10"
    ),
    (
      "history", 1, "begin; update Budget#4 set limit = 1600", "`changes` returns 1 row, but should"
    ),
    (
      "history", 1, "update Budget where name == \"Rent\" set limit = 16",
      "select limit` returns 16, but should return 1600"
    ),
  ]

  @Test(arguments: wrongAnswers)
  func wrongAnswersAreExplained(name: String, task: Int, text: String, reason: String) throws {
    let findings = try Self.verdict(name, task, text).findings
    #expect(findings?.summary.contains(reason) == true, "\(findings?.summary ?? "")")
  }

  @Test func conditionsAreTraced() throws {
    let findings = try Self.verdict(
      "predicates",
      4,
      "fetch Expense where date < 2026-02-01 or name == \"Taxi\""
    ).findings
    let trace = try #require(findings?.trace).rendered(in: RenderingContext())
    #expect(trace.contains("should not be found\n  Expense#50 Taxi"), "\(trace)")
    #expect(trace.contains("is missing\n  Expense#7 Postcards"), "\(trace)")
    #expect(trace.contains("nil < 2026-02-01 is false"), "\(trace)")
  }

  @Test func rowsBeyondALimitAreReported() throws {
    let findings = try Self.verdict("predicates", 2, "fetch Budget where owner is nil limit 1")
      .findings
    let trace = try #require(findings?.trace).rendered(in: RenderingContext())
    #expect(trace.contains("`limit` or `offset` excludes it"), "\(trace)")
  }

  /// Records that a `limit` takes are named if the query has no condition.
  @Test func rowsWithinALimitAreReported() throws {
    let findings = try Self.verdict("first", 3, "fetch Expense sort amount desc limit 3 offset 1")
      .findings
    let trace = try #require(findings?.trace).rendered(in: RenderingContext())
    #expect(trace.contains("it should not be among the limited rows"), "\(trace)")
    #expect(trace.contains("is missing\n  Expense#"), "\(trace)")
    #expect(trace.contains("`limit` or `offset` excludes it"), "\(trace)")
  }

  private static let wrongRows: [(Int, String, String)] = [
    (
      1, "fetch Budget where owner is not nil or limit > 1000 group by owner select count(), owner",
      "should not be there\n  owner = nil, count() = 1\n\nis missing\n  owner = nil, count() = 2"
    ),
    (
      3,
      "fetch Budget group by owner having count() > 2 and owner != \"Zoë\" select owner, count()",
      "is missing\n  owner = \"Zoë\", count() = 3\n"
    ),
  ]

  @Test(arguments: wrongRows)
  func wrongRowsAreNamed(task: Int, text: String, rows: String) throws {
    let findings = try Self.verdict("groups", task, text).findings
    let trace = try #require(findings?.trace).rendered(in: RenderingContext())
    #expect(trace.contains(rows), "\(trace)")
  }

  @Test func singleValueIsNotRevealed() throws {
    let findings = try Self.verdict("aggregates", 4, "fetch User select count(city)").findings
    #expect(findings != nil && findings?.trace == nil)
  }

  @Test func recordsOfOtherModelsAreNotTraced() throws {
    let findings = try Self.verdict("paths", 1, "fetch Budget where name == \"Car\"").findings
    #expect(findings?.summary.contains("the task asks for Expense") == true)
    #expect(findings?.trace == nil)
  }

  /// Where the learner has deleted or changed the records that are asked for, no answer tells anything.
  @Test(arguments: ["delete Budget where name == \"Rent\"", "delete all Budget"])
  func reportsAChangedDemo(change: String) throws {
    let lesson = Lesson.all[1]
    let learner = try Learner(lesson, task: 1)
    _ = try learner.session.runScript(change, name: "")
    for answer in ["fetch Budget where name == \"Household\"", "fetch Budget where owner is nil"] {
      let findings = try learner.verdict(on: answer).findings
      #expect(findings?.summary.contains("the demo data was changed") == true, "\(answer)")
      #expect(findings?.reason.contains("`.lesson predicates 2`") == true)
    }
    #expect(try learner.verdict(on: "count Budget").isUnrelated)
    _ = try learner.session.runScript("undo", name: "")
    #expect(try learner.verdict(on: "fetch Budget where owner is nil").isRight)
  }

  @Test func otherRecordsMayBeChanged() throws {
    let learner = try Learner(Lesson.all[1], task: 1)
    _ = try learner.session.runScript("delete Budget where name == \"Car\"", name: "")
    #expect(try learner.verdict(on: "fetch Budget where owner is nil").isRight)
  }

  @Test func tracesOfOtherQueriesAreExplained() throws {
    for text in [
      "trace fetch Budget where spent > limit", "trace fetch Budget where owner == \"Zoë\"",
    ] {
      let findings = try Self.verdict("logic", 3, text).findings
      #expect(
        findings?.summary.contains("differs from the task's") == true
          || findings?.summary.contains("differ from the task's") == true,
        "\(text)"
      )
      let trace = try #require(findings?.trace).rendered(in: RenderingContext())
      #expect(trace.contains("in your trace\n  Budget#1 Summer Vacation"), "\(trace)")
      #expect(trace.contains("should be\n  Budget#1 Summer Vacation"), "\(trace)")
    }
  }

  private static let traces: [(String, Int, String, String)] = [
    (
      "predicates", 1, "fetch Budget",
      "Budget#1 Summer Vacation  without `where`, every record is found"
    ),
    (
      "sorting", 2, "fetch Budget sort name",
      "row 1 is\n  Budget#10 Books & Music\n  └ sort  name = \"Books & Music\""
    ),
    (
      "sorting", 3, "fetch User select surname distinct sort surname",
      "row 2 is\n  surname = \"Åberg\"\n\nrow 2 should be\n  surname = \"Andersen\""
    ),
    ("first", 3, "fetch Expense sort amount limit 3", "sort  amount = 0.0"),
    ("history", 5, "save", "should not be there\n  limit = 1\n"),
  ]

  @Test(arguments: traces)
  func differencesAreShown(name: String, task: Int, text: String, shown: String) throws {
    let findings = try Self.verdict(name, task, text).findings
    let trace = try #require(findings?.trace).rendered(in: RenderingContext())
    #expect(trace.contains(shown), "\(trace)")
  }

  /// The check that fails describes mistakes that no `wrong` foresees.
  @Test func checksExplainTheirReason() throws {
    let findings = try Self.verdict(
      "models",
      1,
      "model Trip { name: String unique, price: Double, check price >= 0 }"
    ).findings
    #expect(findings?.reason.hasPrefix("A price of 0 should be rejected") == true)
  }

  @Test func failingSolutionIsNotAVerdict() throws {
    let learner = try Learner(Lesson.all[0], task: 1)
    let change = "delete all Expense\ndelete all Budget\nmodel Budget { title: String }"
    _ = try learner.session.runScript(change, name: "")
    #expect(throws: (any Error).self) { try learner.verdict(on: "fetch Budget") }
  }
}
