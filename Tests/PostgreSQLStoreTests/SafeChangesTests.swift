import Dispatch
import Foundation
import Model
import PostgreSQLFixtures
import Storage
import StoreFixtures
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Changes at the same moment as others make them, and tables whose rows are elsewhere.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct SafeChangesTests {
  private let server: PrivateServer
  private let name: String
  private var address: String { server.address(name) }

  init() throws {
    server = try #require(PrivateServer.shared)
    name = "safe\(UInt32.random(in: 0 ... .max))"
    #expect(server.execute("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres") == 0)
  }

  private func execute(_ sql: String) { #expect(server.execute(sql, in: name) == 0) }

  /// Whether a condition in SQL is true.
  private func isTrue(_ condition: String) -> Bool {
    let sql = "DO $$ BEGIN IF NOT coalesce(\(condition), false) THEN RAISE 'no'; END IF; END $$"
    return server.execute(sql, in: name) == 0
  }

  private func answer(_ statements: String...) throws -> String {
    let result = try BuiltCommand.run([address, "-m", "csv"] + statements.flatMap { ["-c", $0] })
    return result.status == 0 ? result.output : result.output + result.errors
  }

  private func told(_ statements: String...) throws -> BuiltCommand.Result {
    try BuiltCommand.run([address] + statements.flatMap { ["-c", $0] })
  }

  /// Runs SQL in another session while Martlet waits for a lock that this session holds.
  private func meanwhile<Result>(
    _ lock: String,
    _ sql: String,
    _ body: () throws -> Result
  ) throws -> Result {
    let (server, name) = (server, name)
    let own = "l.locktype = 'advisory' AND d.datname = current_database()"
    let locks = "SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE \(own)"
    let script = """
      DO $$ BEGIN PERFORM pg_advisory_xact_lock(\(lock));
      FOR i IN 1..600 LOOP EXIT WHEN EXISTS (\(locks) AND NOT l.granted); PERFORM pg_sleep(0.05); END LOOP;
      \(sql); END $$
      """
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { _ = server.execute(script, in: name) }
    #expect(eventually { isTrue("EXISTS (\(locks) AND l.granted)") })
    defer { group.wait() }
    return try body()
  }

  // MARK: Inheritance

  @Test func parentsWithoutRowsHaveThoseOfTheirChildren() throws {
    execute(
      """
      CREATE TABLE m (id bigint PRIMARY KEY, v text); CREATE TABLE m1 () INHERITS (m);
      INSERT INTO m1 VALUES (1, 'x'), (2, 'y');
      CREATE FUNCTION redirect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO m1 VALUES (NEW.id, NEW.v); RETURN NULL; END $$;
      CREATE TRIGGER redirect BEFORE INSERT ON m FOR EACH ROW EXECUTE FUNCTION redirect();
      CREATE TABLE base (id int PRIMARY KEY, v text); CREATE TABLE sub () INHERITS (base);
      INSERT INTO base VALUES (1, 'own'); INSERT INTO sub VALUES (1, 'other');
      """
    )
    #expect(try answer("fetch m", "count m") == "id,v\n1,x\n2,y\ncount\n2\n")
    let changed = try answer(
      "update m where id == 1 set v = 'X'",
      "delete m where id == 2",
      "insert m { id: 3, v: 'z' }",
      "fetch m",
      "fetch base"
    )
    #expect(changed.hasSuffix("id,v\n1,X\n3,z\nid,v\n1,own\n"), "\(changed)")
    #expect(!changed.contains("skipped"), "\(changed)")
    let notes = try told("insert m { id: 4, v: 'u' }", "undo", "count m")
    #expect(notes.output.hasPrefix("1 inserted"), "\(notes)")
    #expect(try answer("count m") == "count\n2\n")
    #expect(
      notes.errors.contains("base has own rows, so it is read without those of tables"),
      "\(notes)"
    )
  }

  @Test func largeParentsAreReadInPartsWithoutTheirChildren() throws {
    execute(
      """
      CREATE TABLE big (id bigint PRIMARY KEY, v text); CREATE TABLE bigger () INHERITS (big);
      INSERT INTO big SELECT i, 'x' FROM generate_series(1, 300000) i;
      INSERT INTO bigger VALUES (7, 'other'), (8, 'other'); ANALYZE big;
      """
    )
    #expect(try answer("fetch big select id").split(separator: "\n").count == 300_001)
    #expect(try answer("count big", "count big where v == 'other'") == "count\n300000\ncount\n0\n")
  }

  // MARK: Views

  @Test func brokenViewsDoNotStopLargeCopies() throws {
    execute(
      """
      CREATE TABLE k (id int PRIMARY KEY, n int); INSERT INTO k VALUES (1, 1), (2, 2);
      CREATE VIEW broken AS SELECT id, 1 / (n - 1) AS x FROM k;
      CREATE TABLE large (id int PRIMARY KEY, v text);
      INSERT INTO large SELECT i, 'v' FROM generate_series(1, 60000) i; ANALYZE large;
      """
    )
    let copied = try told(".open :memory: as c", "copy all from \(name)", "count large")
    #expect(copied.output.contains("not copied: broken, which cannot be read"), "\(copied)")
    #expect(copied.output.contains("60000") || copied.output.contains("60,000"), "\(copied)")
  }

  @Test func viewsAreReadEarlyOnlyIfTheyAreSmall() throws {
    execute(
      """
      CREATE TABLE doc (id int PRIMARY KEY, title text, body bytea);
      INSERT INTO doc SELECT i, 't' || i, decode(repeat('00', 1000), 'hex') FROM generate_series(1, 3) i;
      CREATE VIEW docs AS SELECT * FROM doc;
      CREATE FUNCTION numbers() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN
        RETURN QUERY SELECT generate_series(1, 250000); END $$;
      CREATE VIEW many AS SELECT i AS id, i + 1 AS n FROM numbers() i;
      """
    )
    let store = try PrivateServer.open(address)
    let snapshot = try #require(try store.snapshot() as? ServerSnapshot)
    _ = try snapshot.scan("docs", [.attribute(AttributePath(["title"]))])
    let known = snapshot.state.withLock { $0.wholeColumns["docs"] ?? [:] }
    #expect(known.keys.contains(.attribute(AttributePath(["id"]))))
    #expect(!known.keys.contains(.attribute(AttributePath(["body"]))))
    // The server expects 1,000 rows.
    _ = try snapshot.scan("many", [.attribute(AttributePath(["n"]))])
    #expect(snapshot.knownCount(of: "many") == 250_000)
    #expect(snapshot.state.withLock { $0.wholeColumns["many"]?.count } == 1)
    #expect(
      try answer("count docs", "fetch docs where id == 2 select title") == "count\n3\ntitle\nt2\n"
    )
  }

  // MARK: Sequences

  @Test func sequencesCountAsFarAsTheyCan() throws {
    execute("CREATE TABLE s (id serial PRIMARY KEY, v text); ALTER TABLE s ALTER id TYPE bigint")
    let inserted = try answer("insert s [{ id: 3000000000, v: 'a' }, { id: 500000, v: 'b' }]")
    #expect(inserted.isEmpty || inserted.contains("inserted"), "\(inserted)")
    #expect(try answer("count s") == "count\n2\n")
    #expect(isTrue("(SELECT last_value FROM s_id_seq) = 500000"))
    execute("INSERT INTO s (v) VALUES ('c')")
    #expect(try answer("fetch s where v == 'c' select id") == "id\n500001\n")
    execute("CREATE SEQUENCE low MINVALUE -9223372036854775808 START -9223372036854775808")
    execute("CREATE TABLE l (id bigint PRIMARY KEY DEFAULT nextval('low'), v text)")
    #expect(try answer("insert l { id: 9000000000000000000 }", "count l").hasSuffix("count\n1\n"))
  }

  @Test func sequencesNeverGoBack() throws {
    execute("CREATE TABLE s (id serial PRIMARY KEY, v text)")
    let lock = "'pg_sequence'::regclass::oid::int, 's_id_seq'::regclass::oid::int"
    let inserted = try meanwhile(lock, "PERFORM setval('s_id_seq', 2000000)") {
      try answer("insert s { id: 1000000 }", "count s")
    }
    #expect(inserted.hasSuffix("count\n1\n"), "\(inserted)")
    #expect(isTrue("(SELECT last_value FROM s_id_seq) = 2000000"))
    #expect(try answer("insert s { id: 4000000 }", "count s").hasSuffix("count\n2\n"))
    #expect(isTrue("(SELECT last_value FROM s_id_seq) = 4000000"))
  }

  @Test func computedKeysArriveTogether() throws {
    execute(
      """
      CREATE SEQUENCE numbers; CREATE TABLE c (code text PRIMARY KEY DEFAULT 'X' || nextval('numbers'), v int);
      """
    )
    let found = try answer("insert c [{ v: 1 }, { v: 2 }, { v: 3 }]", "fetch c select code, v")
    #expect(found.hasSuffix("code,v\nX1,1\nX2,2\nX3,3\n"), "\(found)")
  }

  // MARK: Others' changes

  @Test func usersWhoMayOnlyDeleteKeepOthersChanges() throws {
    execute(
      """
      CREATE ROLE deleter\(name) LOGIN; CREATE TABLE gone (id int PRIMARY KEY, v text);
      INSERT INTO gone VALUES (1, 'x'), (2, 'x'); GRANT SELECT, DELETE ON gone TO deleter\(name);
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
      CREATE TRIGGER hold BEFORE DELETE ON gone FOR EACH STATEMENT EXECUTE FUNCTION hold();
      """
    )
    let own = address.replacing("postgres@", with: "deleter\(name)@")
    let deleted = try meanwhile("4711", "UPDATE gone SET v = 'y' WHERE id = 1") {
      try BuiltCommand.run(own, "-c", "delete gone where v == 'x'")
    }
    #expect(deleted.output == "1 deleted\n", "\(deleted)")
    #expect(try answer("fetch gone") == "id,v\n1,y\n")
  }

  @Test func redoLeavesOutOnlyWhatItSkips() throws {
    execute(
      """
      CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t VALUES (1, 'a'); CREATE SEQUENCE calls;
      CREATE FUNCTION twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.v = 'skip' THEN IF nextval('calls') = 2 THEN RETURN NULL; END IF; END IF; RETURN NEW; END $$;
      CREATE TRIGGER twice BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION twice();
      """
    )
    let told = try told(
      "update t where id == 1 set v = 'b'",
      "update t where id == 1 set v = 'skip'",
      "undo",
      "redo",
      "undo",
      "undo"
    )
    #expect(told.status == 0, "\(told)")
    #expect(try answer("fetch t") == "id,v\n1,a\n", "\(told)")
  }

  @Test func triggersThatCannotSkipAreNoReason() throws {
    execute(
      """
      CREATE ROLE audited\(name) LOGIN; CREATE TABLE rls (id int PRIMARY KEY, v text);
      INSERT INTO rls VALUES (1, 'x'); ALTER TABLE rls ENABLE ROW LEVEL SECURITY;
      CREATE POLICY see ON rls FOR SELECT USING (true); CREATE POLICY lock ON rls FOR UPDATE USING (true);
      GRANT ALL ON rls TO audited\(name);
      CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER audit AFTER DELETE ON rls FOR EACH ROW EXECUTE FUNCTION audit();
      CREATE TABLE part (id int PRIMARY KEY, v text) PARTITION BY RANGE (id);
      CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (0) TO (100);
      CREATE TRIGGER skip BEFORE INSERT ON part1 FOR EACH ROW EXECUTE FUNCTION audit();
      """
    )
    let own = address.replacing("postgres@", with: "audited\(name)@")
    let refused = try BuiltCommand.run(own, "-c", "delete rls where id == 1")
    #expect(refused.errors.contains("policy does not permit changing rls#1"), "\(refused)")
    let skipped = try told("insert part { id: 1, v: 'x' }")
    #expect(skipped.output.contains("triggers of the database skipped 1 record"), "\(skipped)")
  }

  // MARK: Values

  @Test func smallNumericKeysIdentifyRecords() throws {
    execute(
      """
      CREATE TABLE tiny (n numeric PRIMARY KEY, v text); INSERT INTO tiny VALUES
        (0.00000000012345678901234567890123456789012345678901, 'a'),
        (0.00012345678901234567890123456789012345678901234567, 'b'),
        (12345.6789012345678901234567890123456789012345678901, 'c');
      """
    )
    let changed = try answer(
      "update all tiny set v = v + v",
      "delete tiny where v == 'bb'",
      "fetch tiny sort v select v"
    )
    #expect(changed.hasSuffix("v\naa\ncc\n"), "\(changed)")
  }

  @Test func invalidValuesOfRelatedRecordsAreNoted() throws {
    execute(
      """
      CREATE TABLE node (id int PRIMARY KEY, kind text, size float8, parent_id int REFERENCES node);
      INSERT INTO node VALUES (1, 'a', 'NaN', NULL), (6, 'a', 2, 1), (7, 'b', 3, 6);
      """
    )
    let found = try told(
      "fetch node where id > 5 group by kind select kind, sum(size), max(parent.size) sort kind"
    )
    #expect(found.output.contains("node.size has invalid Double values"), "\(found)")
  }

  @Test func droppedReadersLetTheProgramExit() throws {
    execute(
      """
      CREATE TABLE wide (id int PRIMARY KEY, n int, v text);
      INSERT INTO wide SELECT i, i, repeat('v', 100) FROM generate_series(1, 200000) i; ANALYZE wide;
      """
    )
    for _ in 0..<5 {
      let failed = try told("fetch wide where n * 9223372036854775807 > 1 and v matches 'v+'")
      #expect(failed.status == 1, "\(failed)")
    }
    let store = try PrivateServer.open(address)
    let snapshot = try #require(try store.snapshot() as? ServerSnapshot)
    for _ in 0..<5 {
      let reader = try snapshot.scan("wide", [.attribute(AttributePath(["v"]))])
      #expect(try reader.next() != nil)
    }
    let copies =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
      + " AND pid <> pg_backend_pid()"
    #expect(
      eventually { isTrue("NOT EXISTS (\(copies) AND state = 'active' AND query LIKE '%COPY (%')") }
    )
  }

  @Test func rowsThatAreNotValidAreAnError() {
    let rows = CopiedRows()
    func append(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(rows.append) }
    #expect(append([0, 1, 0, 0, 0, 1, 65]))
    #expect(!append([0, 1, 0, 0, 0, 9, 65]))
    #expect(!append([0]))
    #expect(append([0xff, 0xff]))
    #expect(rows.rowCount == 1)
  }

  @Test func schemasAreEncodedInAddresses() {
    let note = PostgreSQLStore.note(ofNativeStores: ["my app & more"])
    #expect(note.first?.contains("`?schema=my%20app%20%26%20more`") == true, "\(note)")
  }
}
