import Columns
import Model
import PostgreSQLFixtures
import SQLGeneration
import Storage
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Names, strings, labels and messages with quotes, escape sequences and SQL in them: 10,000 random
/// ones. Nothing of them may become SQL, or reach a terminal as it is.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct HostileInputTests {
  private static let pieces = [
    "'", "\"", "\\", ";", "--", "/*", "*/", "$1", "$$", "?", "%", "_", "`", "{", "}", "(", ")", ",",
    "\n", "\r", "\t", " ", "\u{1B}[31m", "\u{1B}]0;x\u{7}", "\u{9B}2J", "\u{7F}", "\u{202E}", "é",
    "🎉",
    "DROP TABLE canary", "'; DELETE FROM canary; --", "\"; DELETE FROM canary; --", "E'", "\\'",
    "a", "B", "7",
  ]

  /// A text of at most 60 bytes that begins with its number, so that it is unique.
  private static func text(_ number: Int, _ random: inout SeededRandom) -> String {
    var text = "\(number)"
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let piece = random.pick(pieces)
      if text.utf8.count + piece.utf8.count <= 60 { text += piece }
    }
    return text
  }

  private static func isSafe(_ output: String) -> Bool {
    output.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar.properties.generalCategory != .control && scalar != "\u{202E}"
    }
  }

  private func connection(_ database: String) throws -> ServerConnection {
    let server = try #require(PrivateServer.shared)
    server.execute("DROP DATABASE IF EXISTS \(database)", in: "postgres")
    #expect(server.execute("CREATE DATABASE \(database) TEMPLATE template0", in: "postgres") == 0)
    #expect(server.execute("CREATE TABLE canary AS SELECT 1 AS alive", in: database) == 0)
    let address = try #require(ServerAddress(server.address(database)))
    return try ServerConnection(address, cancellation: nil)
  }

  private func expectCanary(_ connection: ServerConnection) throws {
    let result = try connection.run(script: "SELECT count(*) FROM canary")
    #expect(result.last?.text(0, 0) == "1")
  }

  /// 3,000 names of schemas, tables, columns and constraints, with comments.
  @Test func namesStayNames() throws {
    let connection = try connection("hostile_names")
    var random = SeededRandom(seed: 1)
    var number = 0
    func name() -> String {
      number += 1
      return Self.text(number, &random)
    }
    var tables = 0
    while number < 3000 {
      let (schema, table, key) = (name().quotedForSQL, name().quotedForSQL, name().quotedForSQL)
      let columns = (0..<27).map { _ in
        "\(name().quotedForSQL) text DEFAULT \(name().literalForSQL)"
      }
      try connection.run(
        script: "CREATE SCHEMA \(schema); CREATE TABLE \(schema).\(table) (\(key) int PRIMARY KEY, "
          + columns.joined(separator: ", ") + "); INSERT INTO \(schema).\(table) VALUES (7); "
          + "COMMENT ON TABLE \(schema).\(table) IS \(name().literalForSQL)"
      )
      tables += 1
    }
    let address = try #require(PrivateServer.shared).address("hostile_names")
    let store = try PrivateServer.open(address)
    let snapshot = try store.snapshot()
    #expect(store.schema.entities.count == tables + 1)
    for entity in store.schema.entities where entity.name != "canary" {
      let sources = entity.storedFields.map { ColumnSource.attribute($0.path) }
      let batch = try #require(try snapshot.scan(entity.name, sources).next())
      #expect(batch.count == 1 && batch.columns.count == sources.count)
      #expect(batch.columns.allSatisfy { !$0.value(at: 0).isNull })
    }
    let shown = try BuiltCommand.run(address, "-c", ".schema", "-c", ".models", "-c", ".check")
    #expect(Self.isSafe(shown.output) && Self.isSafe(shown.errors))
    try expectCanary(connection)
  }

  /// 4,000 strings; a condition with each one finds it.
  @Test func stringsStayStrings() throws {
    let connection = try connection("hostile_strings")
    var random = SeededRandom(seed: 2)
    let texts =
      (0..<4000).map { Self.text($0, &random) } + [String(repeating: "'\"\u{1B}", count: 400_000)]
    try connection.run(script: "CREATE TABLE line (id int PRIMARY KEY, text text)")
    let rows = texts.enumerated().map { "(\($0), \($1.literalForSQL))" }
    try connection.run(script: "INSERT INTO line VALUES \(rows.joined(separator: ", "))")
    let address = try #require(PrivateServer.shared).address("hostile_strings")
    let snapshot = try #require(try PrivateServer.open(address).snapshot() as? ServerSnapshot)
    let line = RecordExpression.scope(level: 0, entity: "line")
    let attribute = TypedExpression(.attribute(AttributePath(["text"]), of: line), .string)
    // Each alone takes a round trip, so most are tested in groups.
    for start in stride(from: 0, to: 4000, by: 40) {
      let literals = texts[start..<start + 40].map {
        TypedExpression(.literal(.string($0)), .string)
      }
      let isListed = TypedExpression(.membership(attribute, literals), .bool)
      #expect(try snapshot.count(of: StoreQuery(entity: "line", conditions: [isListed])) == 40)
    }
    for (number, text) in texts.enumerated().reversed().prefix(200) {
      let literal = TypedExpression(.literal(.string(text)), .string)
      let isEqual = TypedExpression(.comparison(.equal, attribute, literal), .bool)
      let record = TypedExpression(.record(line), .record(entity: "line"))
      let id = Value.record(RecordID(entity: "line", key: .number(Int64(number))))
      let isRecord = TypedExpression(
        .comparison(.equal, record, TypedExpression(.literal(id), record.type)),
        .bool
      )
      let query = StoreQuery(entity: "line", conditions: [isEqual, isRecord])
      #expect(try snapshot.count(of: query) == 1, "\(text.prefix(100))")
    }
    let shown = try BuiltCommand.run(
      address,
      "-c",
      "fetch line limit 4000",
      "-c",
      "explain fetch line where text == \"\\u{1B}[31m\""
    )
    #expect(Self.isSafe(shown.output) && Self.isSafe(shown.errors), "\(shown.errors)")
    try expectCanary(connection)
  }

  /// 2,000 labels of enums.
  @Test func labelsStayLabels() throws {
    let connection = try connection("hostile_labels")
    var random = SeededRandom(seed: 3)
    let labels = (0..<2000).map { Self.text($0, &random) }
    let list = labels.map(\.literalForSQL).joined(separator: ", ")
    try connection.run(
      script: "CREATE TYPE \"a'b\"\"c\" AS ENUM (\(list));"
        + "CREATE TABLE label (id serial PRIMARY KEY, value \"a'b\"\"c\");"
        + "INSERT INTO label (value) SELECT unnest(enum_range(NULL::\"a'b\"\"c\"))"
    )
    let address = try #require(PrivateServer.shared).address("hostile_labels")
    let snapshot = try PrivateServer.open(address).snapshot()
    let reader = try snapshot.scan("label", [.attribute(AttributePath(["value"]))])
    var read: [Value] = []
    while let batch = try reader.next() {
      read += (0..<batch.count).map { batch.columns[0].value(at: $0) }
    }
    #expect(read == labels.map(Value.string))
    let shown = try BuiltCommand.run(
      address,
      "-c",
      "fetch label group by value select value, count()"
    )
    #expect(Self.isSafe(shown.output) && Self.isSafe(shown.errors))
    try expectCanary(connection)
  }

  /// 1,000 errors and notices, the last of one megabyte.
  @Test func messagesAreEscaped() throws {
    let connection = try connection("hostile_messages")
    var random = SeededRandom(seed: 4)
    var texts = (0..<499).map { Self.text($0, &random) }
    texts.append(String(repeating: "\u{1B}[31m", count: 200_000))
    let rows = texts.enumerated().map { "(\($0), \($1.literalForSQL))" }
    try connection.run(
      script: """
        CREATE TABLE message (id int PRIMARY KEY, text text);
        INSERT INTO message VALUES \(rows.joined(separator: ", "));
        CREATE FUNCTION fail(text) RETURNS int LANGUAGE plpgsql AS
          $f$ BEGIN RAISE NOTICE '%', $1; RAISE EXCEPTION '%', $1; END $f$;
        """
    )
    for (number, text) in texts.enumerated() {
      let message = "SELECT fail(text) FROM message WHERE id = \(number)"
      let failure = #expect(throws: ServerFailure.self) { try connection.run(script: message) }
      #expect(failure?.message.hasPrefix(text) ?? false)
    }
    let views = (0..<40).map {
      "CREATE VIEW v\($0) AS SELECT fail(text) AS x FROM message WHERE id = \(460 + $0)"
    }
    try connection.run(script: views.joined(separator: "; "))
    let address = try #require(PrivateServer.shared).address("hostile_messages")
    for number in 0..<40 {
      let shown = try BuiltCommand.run(address, "-c", "fetch v\(number)")
      #expect(shown.status != 0 && !shown.errors.isEmpty)
      #expect(Self.isSafe(shown.output) && Self.isSafe(shown.errors), "\(shown.errors.prefix(300))")
    }
    try expectCanary(connection)
  }
}
