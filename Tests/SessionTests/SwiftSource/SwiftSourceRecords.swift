import Foundation
import Model
import Session
import Storage

/// The records of the test, with nil wherever it is allowed.
enum SwiftSourceRecords {
  static let statements = [
    """
    insert Team [
      { name: "Reds", motto: "Go on", founded: 2001-02-03, budget: decimal "100.10", size: 3,
        code: uuid "00000000-0000-0000-0000-000000000001" },
      { name: "Blues 10", motto: nil, founded: 1999-12-31, budget: decimal "250", size: 2 },
      { name: "Blues 9", motto: "vámos", founded: 2020-06-01, budget: nil, size: 5,
        code: uuid "00000000-0000-0000-0000-000000000002" },
      { name: "Empty", motto: "Ägo", founded: 2010-10-10, budget: decimal "99.99", size: 0 }
    ]
    """,
    member("Ada", "\"Ada\"", "23", "4.5", "2026-03-01", true, "true", "Reds"),
    member("Bob", "\"Bo\"", "41", "2.5", "2026-05-05T10:00:00", false, "nil", "Reds"),
    member("Cyd", "nil", "nil", "3.25", "nil", true, "false", "Reds"),
    member("André", "\"Ándré\"", "19", "1", "2026-08-31", true, "nil", "Blues 10"),
    member("eve", "\"e2\"", "30", "5", "2025-12-31", false, "true", "Blues 9"),
    member("Eve", "\"e10\"", "29", "0", "nil", false, "false", "Blues 9"),
    member("Loner", "nil", "23", "4.5", "2026-09-01", true, "nil", nil),
    task("Plan", 2, "2026-05-05T12:30:00", "Ada"),
    task("Build", 4, "2026-05-05T12:30:01", "Ada"),
    task("Test", 5, "nil", "Bob"),
    task("Ship", 1, "2026-07-01", "eve"),
    task("Rest", 3, "nil", nil),
  ]

  private static func member(
    _ name: String,
    _ nick: String,
    _ age: String,
    _ score: String,
    _ joined: String,
    _ active: Bool,
    _ backup: String,
    _ team: String?
  ) -> String {
    let team = team.map { "(Team where name == \"\($0)\")" } ?? "nil"
    return """
      insert Member name: "\(name)", nick: \(nick), age: \(age), score: \(score), \
      joined: \(joined), active: \(active), backup: \(backup), team: \(team)
      """
  }

  private static func task(_ title: String, _ hours: Int, _ due: String, _ member: String?)
    -> String
  {
    let member = member.map { "(Member where name == \"\($0)\")" } ?? "nil"
    return "insert Task title: \"\(title)\", hours: \(hours), due: \(due), member: \(member)"
  }

  /// A function that makes the same objects.
  static func objects(_ session: QuerySession) throws -> String {
    let creations = try session.schema.entities.map { try creation($0, session) }
    return "func makeObjects() {\n\(creations.joined(separator: "\n"))\n\(links)\n}"
  }

  private static func creation(_ entity: Entity, _ session: QuerySession) throws -> String {
    let names = entity.attributes.map(\.name)
    let query = "fetch \(entity.name) select @id, \(names.joined(separator: ", "))"
    guard case .rows(let rows) = try session.run(text: query).answer else { return "" }
    let batch = try rows.rows(0..<rows.rowCount)
    var lines: [String] = []
    for row in 0..<batch.count {
      let number = row + 1
      lines.append("let \(entity.name)\(number) = \(entity.name)(\(number))")
      for (column, name) in names.enumerated() {
        let value = SwiftModelSource.text(batch.value(row: row, column: column + 1))
        lines.append("\(entity.name)\(number).`\(name)` = \(value)")
      }
    }
    let all = (1...batch.count).map { "\(entity.name)\($0)" }.joined(separator: ", ")
    lines.append("ObjectContext.objects[ObjectIdentifier(\(entity.name).self)] = [\(all)]")
    return lines.joined(separator: "\n")
  }

  /// Members and tasks as they were inserted.
  private static let links: String = {
    let teams = [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (6, 3)]
    let tasks = [(1, 1), (2, 1), (3, 2), (4, 5)]
    return
      (teams.map { "Member\($0).team = Team\($1); Team\($1).members.append(Member\($0))" }
      + tasks.map { "Task\($0).member = Member\($1); Member\($1).tasks.append(Task\($0))" })
      .joined(separator: "\n")
  }()
}
