import Diagnostics
import Features
import Foundation
import MemoryStore
import Model
import Rendering
import Session
import Storage
import Syntax
import Testing

/// The Swift that `explain` prints compiles, and finds the same records by Foundation's own
/// evaluation of `#Predicate` as Martlet does.
@Suite struct SwiftSourceTests {
  private static let models = [
    """
    model Team {
      name: String unique, motto: String?, founded: Date, budget: Decimal?, size: Int,
      code: UUID?, members: [Member] inverse team, rivals: [Team] inverse rivals
    }
    """,
    """
    model Member {
      name: String, nick: String?, age: Int?, score: Double, joined: Date?, active: Bool,
      backup: Bool?, team: Team?, tasks: [Task] inverse member, doubled = score * 2
    }
    """,
    "model Task { title: String, hours: Int, due: Date?, member: Member? }",
  ]

  private static let queries = [
    "fetch Member where score > 2.5",
    "fetch Member where age < 30",
    "fetch Member where not (age < 30)",
    "fetch Member where nick == nil or nick != \"Bo\"",
    "fetch Member where age != 41 and active",
    "fetch Member where nick ~ \"É\"",
    "fetch Member where name contains \"a\" and name starts with \"A\"",
    "fetch Member where not (nick contains \"o\")",
    "fetch Member where age in [23, nil, 41]",
    "fetch Member where name in [\"Ada\", \"Bob\"] or age in 20...30",
    "fetch Member where joined >= 2026-03-01 and joined < 2026-09-01",
    "fetch Member where joined between 2026-01-01 and 2026-06-30",
    "fetch Member where team == nil",
    "fetch Member where team.name == \"Reds\" and team.motto != nil",
    "fetch Member where team.motto ~ \"go\" or team.size >= 3",
    "fetch Member where (age ?? 0) > 20 and (backup ?? true)",
    "fetch Member where backup",
    "fetch Member where not backup",
    "fetch Member where age + 1 > 24 and score * 2 < 9",
    "fetch Member where -score < -3 and age % 2 == 1",
    "fetch Member where doubled > 6 sort doubled",
    "fetch Member where (if active then score else 0.0) > 2 sort score desc, name",
    "fetch Member where length(name) > 3 and nick == name",
    "fetch Member where team in (Team where size > 2)",
    "fetch Member sort nick desc, name limit 4 offset 1",
    "fetch Member where active sort team.name, age desc, name",
    "count Member where any tasks.hours > 3",
    "fetch Team where any members.score > 4 sort name",
    "fetch Team where all members.active sort name",
    "fetch Team where none members.active sort name using lexical",
    "fetch Team where any(members where age > 20 and not active)",
    "fetch Team where count(members) >= 2 and count(members where age > 20) < 2",
    "fetch Team where count(members.nick) == 1",
    "fetch Team where any members.tasks.hours > 3",
    "fetch Team as t where any(members where any(tasks where hours > t.size))",
    "fetch Team as t where any(members where age > t.size)",
    "fetch Team where budget > decimal \"100.10\"",
    "fetch Team where code == uuid \"00000000-0000-0000-0000-000000000001\" or code == nil",
    "fetch Task where member.team.size > 2 and member.nick != nil",
    "fetch Task where any member.team.members.age > 40",
    "fetch Task where due > 2026-05-05T12:30:00 sort due, title",
    "fetch Task where title ~ \"\"",
    "fetch Task where hours in 2..<5 and title not in [\"Plan\", \"Test\"]",
  ]

  @Test func printedSwiftFindsTheSameRecords() throws {
    let session = try Self.session()
    let sources = try Self.queries.map { try PrintedSwift($0, in: session) }
    for source in sources {
      #expect(source.omissions.isEmpty || source.query.contains("doubled"), "\(source.query)")
    }
    let program = try Self.program(sources, session)
    let output = try SwiftCompiler.run(program)
    let answers = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (source, answer) in zip(sources, answers) {
      #expect(
        answer == (try Self.expected(source.query, session)),
        "\(source.query)\n\(source.text)"
      )
    }
    #expect(answers.count > Self.queries.count)
  }

  /// A session with records that have nil in every place.
  private static func session() throws -> QuerySession {
    let session = QuerySession(store: InMemoryStore())
    for text in models + SwiftSourceRecords.statements { _ = try session.run(text: text) }
    return session
  }

  private static func program(_ sources: [PrintedSwift], _ session: QuerySession) throws -> String {
    let functions = sources.enumerated().map { index, source in
      let call =
        source.isCount
        ? "\"\\(count)\"" : "results.map { \"\\($0.number)\" }.joined(separator: \" \")"
      return """
        func query\(index)() throws -> String {
        \(source.text)
          return \(call)
        }
        """
    }
    let calls = sources.indices.map { "    print(try query\($0)())" }
    return """
      \(SwiftStandIns.source)
      \(SwiftModelSource(schema: session.schema).classes)
      \(try SwiftSourceRecords.objects(session))
      \(functions.joined(separator: "\n"))
      @main struct Main {
        static func main() throws {
          makeObjects()
      \(calls.joined(separator: "\n"))
        }
      }
      """
  }

  /// The numbers of the records that Martlet finds.
  ///
  /// Where SwiftData cannot say all of it, the rest is taken away here as well.
  private static func expected(_ query: String, _ session: QuerySession) throws -> String {
    var query = query
    if query.contains("doubled >") { query = query.replacing("sort doubled", with: "") }
    if query.hasPrefix("count") {
      guard case .value(let value, _) = try session.run(text: query).answer,
        case .int(let count) = value
      else { return "" }
      return "\(count)"
    }
    return try session.numbers(query).map(String.init).joined(separator: " ")
  }
}

/// The Swift section of the output of `explain`.
struct PrintedSwift {
  let query: String
  let text: String
  let omissions: [String]

  var isCount: Bool { query.hasPrefix("count") }

  init(_ query: String, in session: QuerySession) throws {
    self.query = query
    guard case .report(let report) = try session.run(text: "explain " + query).answer,
      let section = report.sections.first(where: { $0.title == "Swift" })
    else { throw Unexplained(query: query) }
    let lines = Report.text(of: section, in: RenderingContext()).split(separator: "\n")
      .map(String.init)
    let end = lines.firstIndex { $0.hasPrefix("omitted, because SwiftData") } ?? lines.count
    text = Self.withJoinedPredicates(lines[..<end].joined(separator: "\n"))
    omissions = Array(lines[end...])
  }

  /// The macro of the open-source toolchain refuses `evaluate`, which Apple's has: predicates that
  /// only join others are made by hand.
  private static func withJoinedPredicates(_ text: String) -> String {
    text.replacing(
      /#Predicate<(\w+)> \{ (\w+) in\n([^\n]*\.evaluate\([^\n]*)\n\}/,
      with: { "joined(\($0.1).self) { \($0.2) in try (\($0.3)) }" }
    )
  }
}

/// A query for which `explain` printed no Swift.
struct Unexplained: Error {
  let query: String
}

extension QuerySession {
  /// Runs the statement in `text`.
  func run(text: String) throws -> StatementOutcome {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    guard case .statement(let statement)? = parser.next() else { throw Unexplained(query: text) }
    return try run(statement, in: source)
  }

  /// The numbers in the identities of the records that a fetch finds, in order.
  func numbers(_ query: String) throws -> [Int64] {
    let clause = ["sort", "limit", "offset"].compactMap { query.firstRange(of: " \($0) ") }.first
    let place = clause?.lowerBound ?? query.endIndex
    let text = query[..<place] + " select @id" + query[place...]
    guard case .rows(let rows) = try run(text: String(text)).answer else { return [] }
    let batch = try rows.rows(0..<rows.rowCount)
    return (0..<batch.count).compactMap {
      guard case .record(let id) = batch.value(row: $0, column: 0),
        case .number(let number) = id.key
      else { return nil }
      return number
    }
  }
}
