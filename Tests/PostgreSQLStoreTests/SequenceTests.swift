import Features
import Foundation
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Sequences that count down, end, begin again, or may not be used, and previews of their numbers.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct SequenceTests {
  private let server: PrivateServer
  private let name: String
  private var address: String { server.address(name) }

  init() throws {
    server = try #require(PrivateServer.shared)
    name = "sequences\(UInt32.random(in: 0 ... .max))"
    #expect(server.execute("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres") == 0)
  }

  private func execute(_ sql: String) { #expect(server.execute(sql, in: name) == 0) }

  /// The output and the errors; `role` is the user.
  private func told(_ statements: String..., role: String = "postgres") throws -> String {
    let address = address.replacing("postgres@", with: "\(role)@")
    let result = try BuiltCommand.run([address] + statements.flatMap { ["-c", $0] })
    return result.output + result.errors
  }

  private func createRole(_ role: String) {
    execute(
      "DO $$ BEGIN CREATE ROLE \(role) LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
    )
  }

  @Test func tablesWithUnusualSequencesAreCopied() throws {
    createRole("copier")
    execute(
      """
      CREATE SEQUENCE neg2 INCREMENT -1;
      CREATE TABLE down (id int PRIMARY KEY DEFAULT nextval('neg2'), v text);
      INSERT INTO down (v) VALUES ('a'), ('b');
      CREATE SEQUENCE mx; SELECT setval('mx', 9223372036854775807);
      CREATE TABLE d (id bigint PRIMARY KEY DEFAULT nextval('mx'), v text);
      CREATE TABLE other (id serial PRIMARY KEY, v text); INSERT INTO other (v) VALUES ('x');
      GRANT SELECT ON down, d, other TO copier;
      """
    )
    for role in ["postgres", "copier"] {
      let copied = try told(
        ".open :memory: as m",
        "copy down from \(name)",
        "copy d from \(name)",
        "copy other from \(name)",
        role: role
      )
      for part in ["2 copied: 2 down", "0 copied", "1 copied: 1 other"] {
        #expect(copied.contains(part), "\(role), \(part): \(copied)")
      }
      #expect(!copied.contains("error"), "\(copied)")
    }
  }

  @Test func previewsKnowWhereSequencesGoOn() throws {
    execute(
      """
      CREATE TABLE a (id serial PRIMARY KEY, v text);
      INSERT INTO a (v) SELECT 'x' FROM generate_series(1, 49); ALTER SEQUENCE a_id_seq RESTART WITH 50;
      CREATE SEQUENCE q2 START 5; SELECT setval('q2', 77, false);
      CREATE TABLE h (id text PRIMARY KEY DEFAULT 'u' || nextval('q2'), v text);
      CREATE SEQUENCE circle MAXVALUE 3 CYCLE; SELECT setval('circle', 3);
      CREATE TABLE c (id text PRIMARY KEY DEFAULT 'c' || nextval('circle'), v text);
      CREATE SEQUENCE one MAXVALUE 2; SELECT setval('one', 2);
      CREATE TABLE e (id text PRIMARY KEY DEFAULT 'e' || nextval('one'), v text);
      CREATE SEQUENCE "It's";
      CREATE TABLE i (id text PRIMARY KEY DEFAULT 'i' || nextval('"It''s"'), v text);
      """
    )
    let shown = try told(
      "preview insert a { v: 'n' }",
      "preview insert h [{ v: 'n' }, { v: 'n' }]",
      "preview insert c [{ v: 'n' }, { v: 'n' }]",
      "preview insert i { v: 'n' }"
    )
    for record in ["a#50 ", "h#(\"u77\")", "h#(\"u78\")", "c#(\"c1\")", "c#(\"c2\")", "i#(\"i1\")"]
    {
      #expect(shown.contains(record), "\(record): \(shown)")
    }
    #expect(!shown.contains("rejected"), "\(shown)")
    let ended = try told("preview insert e { v: 'n' }")
    #expect(ended.contains("reached maximum value of sequence \"one\" (2)"), "\(ended)")
    let added = try told(
      "insert h { v: 'n' }",
      "insert c { v: 'n' }",
      "fetch h select id",
      "fetch c select id"
    )
    #expect(added.contains("u77") && added.contains("c1"), "\(added)")
  }

  @Test func everyFormOfADefaultIsPreviewed() throws {
    execute(
      """
      CREATE SEQUENCE old; CREATE SEQUENCE pairs;
      CREATE TABLE t (id text PRIMARY KEY DEFAULT 'u' || nextval('old'::text), v text);
      CREATE TABLE w (id text PRIMARY KEY DEFAULT nextval('pairs') || '-' || nextval('pairs'), v text);
      """
    )
    for _ in 0..<2 {
      let shown = try told(
        "preview insert t { v: 'n' }",
        "preview insert w [{ v: 'n' }, { v: 'n' }]"
      )
      for record in ["t#(\"u1\")", "w#(\"1-2\")", "w#(\"3-4\")"] {
        #expect(shown.contains(record), "\(record): \(shown)")
      }
    }
    let added = try told(
      "insert t { v: 'n' }",
      "insert w { v: 'n' }",
      "fetch t select id",
      "fetch w select id"
    )
    #expect(added.contains("u1") && added.contains("1-2"), "\(added)")
  }

  @Test func previewsOfGeneratedRecordsTakeNoNumbers() throws {
    execute("CREATE TABLE g (id serial PRIMARY KEY, v text)")
    let shown = try told("preview generate 5 g", "preview insert g { v: 'x' }")
    #expect(shown.contains("g#5 ") && shown.contains("g#1 "), "\(shown)")
    let first = try told("insert g { v: 'x' }", "preview insert g { v: 'y' }")
    #expect(first.contains("g#2 "), "\(first)")
  }

  @Test func numbersOfOtherUsersAreNotPreviewed() throws {
    createRole("guest")
    execute(
      """
      CREATE TABLE ok1 (id serial PRIMARY KEY, v text); INSERT INTO ok1 (v) VALUES ('x');
      CREATE TABLE ok2 (id serial PRIMARY KEY, v text); INSERT INTO ok2 (v) VALUES ('x');
      GRANT SELECT, INSERT ON ok1, ok2 TO guest; GRANT USAGE ON SEQUENCE ok2_id_seq TO guest;
      """
    )
    let refused = try told("preview insert ok1 { v: 'y' }", role: "guest")
    #expect(refused.contains("permission denied for sequence ok1_id_seq"), "\(refused)")
    let shown = try told("preview insert ok2 { v: 'y' }", role: "guest")
    #expect(shown.contains("ok2#2 "), "\(shown)")
  }

  @Test func previewsNoticeThatARightWasRevoked() throws {
    createRole("clerk")
    execute(
      """
      CREATE TABLE pr (id serial PRIMARY KEY, v text); GRANT SELECT, INSERT ON pr TO clerk;
      GRANT USAGE ON SEQUENCE pr_id_seq TO clerk;
      """
    )
    let clerk = address.replacing("postgres@", with: "clerk@")
    let session = QuerySession(store: try PrivateServer.open(clerk))
    _ = try session.told("preview insert pr { v: 'x' }")
    execute("REVOKE INSERT ON pr FROM clerk")
    let error = #expect(throws: SessionError.self) {
      try session.told("preview insert pr { v: 'x' }")
    }
    #expect("\(String(describing: error))".contains("permission denied for table pr"))
  }
}
