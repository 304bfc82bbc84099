import Foundation
import PostgreSQLFixtures
import TestSupport
import Testing

/// Files, generated records and defaults in tables of other programs: who decides on identities.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct ImportIntoTablesTests {
  private let address: String
  private let folder: TemporaryFolder

  init() throws {
    let server = try #require(PrivateServer.shared)
    folder = try TemporaryFolder()
    let name = "imports\(UInt32.random(in: 0 ... .max))"
    #expect(server.execute("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres") == 0)
    let script = """
      CREATE TABLE s (id serial PRIMARY KEY, v text); INSERT INTO s (v) VALUES ('a'), ('b');
      CREATE TABLE k (code text PRIMARY KEY, v int);
      CREATE TABLE k2 (a int, b text, v int, PRIMARY KEY (a, b));
      CREATE TABLE n (id int8 PRIMARY KEY, v text);
      CREATE TABLE u (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), v text);
      CREATE SEQUENCE codes;
      CREATE TABLE c (code text PRIMARY KEY DEFAULT 'C-' || nextval('codes'), v text);
      CREATE TABLE tenant (tenant int, id int DEFAULT nextval('codes'), v text, PRIMARY KEY (tenant, id));
      CREATE TABLE parent (id int PRIMARY KEY); INSERT INTO parent VALUES (1), (2);
      CREATE TABLE child (parent int REFERENCES parent, line int, v text, extra jsonb, ip inet, at interval, PRIMARY KEY (parent, line));
      CREATE TYPE place AS (city text, spot point);
      CREATE TYPE home AS (street text, at place, since date);
      CREATE TABLE person (id serial PRIMARY KEY, name text NOT NULL, home home, area box);
      CREATE TABLE needs (id serial PRIMARY KEY, area box NOT NULL);
      """
    #expect(server.execute(script, in: name) == 0)
    address = server.address(name)
  }

  private func answer(_ statements: String...) throws -> String {
    let result = try BuiltCommand.run([address, "-m", "csv"] + statements.flatMap { ["-c", $0] })
    return result.status == 0 ? result.output : result.output + result.errors
  }

  private func file(_ name: String, _ text: String) throws -> String {
    try folder.write(text, to: name)
    return "\"" + folder.file(name) + "\""
  }

  @Test func numbersOfTheFileAreKept() throws {
    let file = try file("ids.csv", "id,v\n77,x\n90,y\n")
    #expect(
      try answer("import \(file) into s", "fetch s").hasSuffix("id,v\n1,a\n2,b\n77,x\n90,y\n")
    )
    // The sequence continues after them.
    #expect(try answer("insert s { v: 'z' }", "fetch s where v == 'z'").hasSuffix("id,v\n91,z\n"))
    let undone = try answer("delete s where id > 2", "import \(file) into s", "undo", "count s")
    #expect(undone.hasSuffix("count\n2\n"), "\(undone)")
  }

  @Test func theServerNumbersOthers() throws {
    let plain = try file("plain.csv", "v\nx\ny\n")
    #expect(
      try answer("import \(plain) into s", "fetch s").hasSuffix("id,v\n1,a\n2,b\n3,x\n4,y\n")
    )
    let some = try file("some.csv", "id,v\n5,p\n,q\n")
    #expect(try answer("import \(some) into s", "fetch s where id > 4").hasSuffix("5,p\n6,q\n"))
    let taken = try file("taken.csv", "id,v\n1,p\n50,q\n50,r\n")
    let refused = try answer("import \(taken) into s")
    #expect(refused.contains("taken.csv:2:1: s.id is unique, and 1 is taken by s#1"), "\(refused)")
    #expect(refused.contains("taken.csv:4:1: s.id is unique, and 50"), "\(refused)")
    #expect(try answer("import \(taken) into s skip bad", "count s").hasSuffix("count\n7\n"))
  }

  @Test func keysWithoutASequenceComeFromTheFile() throws {
    let file = try file("n.csv", "id,v\n7,x\n3,y\n")
    #expect(try answer("import \(file) into n", "fetch n").hasSuffix("id,v\n3,y\n7,x\n"))
    let without = try self.file("plain.csv", "v\nx\n")
    let refused = try answer("import \(without) into n")
    #expect(refused.contains("the new n needs a value for `id`"), "\(refused)")
  }

  @Test func importsWithOtherKeysCanBeUndone() throws {
    let one = try file("k.csv", "code,v\np,1\nq,2\n")
    let two = try file("k2.csv", "a,b,v\n1,p,1\n2,q,2\n")
    let undone = try answer(
      "insert s { v: 'first' }",
      "import \(one) into k",
      "import \(two) into k2",
      "undo",
      "count k2",
      "redo",
      "fetch k2 select a, b",
      "undo",
      "undo",
      "count k",
      "undo",
      "count s"
    )
    #expect(undone.contains("a,b\n1,p\n2,q\n"), "\(undone)")
    #expect(undone.hasSuffix("count\n0\ncount\n2\n"), "\(undone)")
    let pending = try answer("begin", "import \(one) into k", "changes")
    #expect(pending.contains("k#(\"\"p\"\")"), "\(pending)")
  }

  @Test func keysWithDefaultsMayBeOmitted() throws {
    let file = try file("v.csv", "v\nx\ny\n")
    let result = try answer(
      "insert u { v: 'a' }",
      "import \(file) into u",
      "insert c [{ v: 'a' }, { code: 'own', v: 'b' }]",
      "import \(file) into c",
      "insert tenant { tenant: 7, v: 'a' }",
      "fetch u where id != nil sort v select v",
      "fetch c select code, v",
      "fetch tenant select tenant, id, v",
      "undo",
      "undo",
      "count c"
    )
    #expect(result.contains("v\na\nx\ny\n"), "\(result)")
    #expect(result.contains("code,v\nC-1,a\nC-2,x\nC-3,y\nown,b\n"), "\(result)")
    #expect(result.contains("tenant,id,v\n7,4,a\n"), "\(result)")
    #expect(result.hasSuffix("count\n2\n"), "\(result)")
  }

  @Test func recordsOfAllTablesAreGenerated() throws {
    let result = try answer(
      "generate 5 k seed 1",
      "generate 5 k2 seed 1",
      "insert n { id: 7 }",
      "generate 2 n seed 1",
      "generate 5 u seed 1",
      "generate 20 child seed 1",
      "generate 10 person seed 1",
      "generate 3 needs seed 1"
    )
    #expect(result.contains("cannot generate values of box for needs.area"), "\(result)")
    #expect(
      try answer("count k", "count k2", "count u", "count child", "count person")
        == "count\n5\ncount\n5\ncount\n5\ncount\n20\ncount\n10\n"
    )
    #expect(try answer("fetch n select id") == "id\n7\n8\n9\n")
    #expect(try answer("count person where home.at != nil or area != nil") == "count\n0\n")
  }

  @Test func identitiesCanBeTypedBack() throws {
    let result = try answer(
      "insert k { code: \"it's \\\"so\\\"\\n\", v: 1 }",
      "insert k { code: \"it's \\\"so\\\"\\n\", v: 2 }"
    )
    #expect(result.contains(#"is taken by k#("it's \"so\"\n")"#), "\(result)")
    #expect(try answer(#"fetch k#("it's \"so\"\n") select v"#) == "v\n1\n")
  }
}
