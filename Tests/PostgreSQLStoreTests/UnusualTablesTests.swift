import Columns
import Features
import Foundation
import Model
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Tables that few programs make: keys that Martlet cannot read, inheritance, strings without case,
/// triggers that skip rows, views that are slow or broken, dates beyond all calendars.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct UnusualTablesTests {
  private let server: PrivateServer
  private let name: String
  private var address: String { server.address(name) }

  init() throws {
    server = try #require(PrivateServer.shared)
    name = "unusual\(UInt32.random(in: 0 ... .max))"
    #expect(server.execute("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres") == 0)
  }

  private func execute(_ sql: String) { #expect(server.execute(sql, in: name) == 0) }

  private func answer(_ statements: String...) throws -> String {
    let result = try BuiltCommand.run([address, "-m", "csv"] + statements.flatMap { ["-c", $0] })
    return result.status == 0 ? result.output : result.output + result.errors
  }

  /// The same with messages.
  private func told(_ statements: String...) throws -> String {
    try BuiltCommand.run([address] + statements.flatMap { ["-c", $0] }).output
  }

  // MARK: Keys

  @Test func keysThatReadAsNilIdentifyRecords() throws {
    execute(
      """
      CREATE TABLE days (d date PRIMARY KEY, v text);
      INSERT INTO days VALUES ('2024-01-01', 'x'), ('infinity', 'y'), ('-infinity', 'z'), ('5874897-12-31', 'far');
      CREATE TABLE reals (d float8, n numeric, v text, PRIMARY KEY (d, n));
      INSERT INTO reals VALUES (1, 1, 'x'), ('NaN', 1e50, 'y'), (3, 'NaN', 'z'), (-1, -0.00001, 'w');
      """
    )
    #expect(try answer("fetch days sort v select v") == "v\nfar\nx\ny\nz\n")
    let changed = try answer(
      "update days where v in ['y', 'far'] set v = v + '!'",
      "fetch days#(\"infinity\") select v",
      "delete days where v == 'z'",
      "fetch days sort v select v"
    )
    #expect(changed.hasSuffix("v\ny!\nv\nfar!\nx\ny!\n"), "\(changed)")
    let reals = try answer(
      "update all reals set v = v + v",
      "fetch reals sort v select v"
    )
    #expect(reals.contains("v\nww\nxx\nyy\nzz\n"), "\(reals)")
  }

  @Test func parentsOfInheritanceHaveTheirOwnRows() throws {
    execute(
      """
      CREATE TABLE base (id int PRIMARY KEY, v text); CREATE TABLE sub (extra int) INHERITS (base);
      INSERT INTO base VALUES (1, 'base1'), (2, 'base2'); INSERT INTO sub VALUES (1, 'sub1', 10), (3, 'sub3', 30);
      """
    )
    #expect(try answer("fetch base", "count base") == "id,v\n1,base1\n2,base2\ncount\n2\n")
    #expect(
      try answer("fetch base where v contains 'b' sort v desc limit 1 select v") == "v\nbase2\n"
    )
    #expect(
      try answer("fetch base group by v select v, count()") == "v,count()\nbase1,1\nbase2,1\n"
    )
    let changed = try answer(
      "update base where id == 1 set v = 'B'",
      "delete base where id == 2",
      "fetch base",
      "fetch sub select id, v"
    )
    #expect(changed.hasSuffix("id,v\n1,B\nid,v\n1,sub1\n3,sub3\n"), "\(changed)")
  }

  @Test func citextIgnoresCase() throws {
    execute(
      """
      CREATE EXTENSION citext;
      CREATE TABLE ci (code citext PRIMARY KEY, v text);
      CREATE TABLE ref (id int PRIMARY KEY, k citext REFERENCES ci);
      CREATE TABLE mail (id serial PRIMARY KEY, mail citext UNIQUE, n int);
      INSERT INTO ci VALUES ('Abc', 'x'), ('def', 'y'); INSERT INTO ref VALUES (1, 'ABC'), (2, 'def'), (3, NULL);
      INSERT INTO mail (mail, n) VALUES ('Ann@x.org', 1);
      """
    )
    #expect(try answer("fetch ref select id, k.v as v") == "id,v\n1,x\n2,y\n3,\n")
    #expect(try answer("fetch ci select v, count(refs) as n") == "v,n\nx,1\ny,1\n")
    #expect(
      try answer("count ref where k != nil", "fetch ci where any(refs where id == 1) select v")
        .hasSuffix("2\nv\nx\n")
    )
    let file = try TemporaryFolder()
    try file.write("mail,n\nann@X.org,7\nnew@x.org,8\n", to: "m.csv")
    let merged = try answer(
      "upsert mail { mail: 'ANN@x.org', n: 3 }",
      "fetch mail select mail, n",
      "import \"\(file.file("m.csv"))\" into mail updating",
      "fetch mail select mail, n",
      "insert mail { mail: 'NEW@x.org' }"
    )
    #expect(merged.contains("mail,n\nANN@x.org,3\n"), "\(merged)")
    #expect(merged.contains("mail,n\nann@X.org,7\nnew@x.org,8\n"), "\(merged)")
    #expect(
      merged.contains("mail.mail is unique, and \"NEW@x.org\" is taken by mail#"),
      "\(merged)"
    )
  }

  /// The operators of `citext` are found in its own SQL schema.
  @Test func citextOutsideOfTheSearchPathIgnoresCase() throws {
    execute(
      """
      CREATE SCHEMA "my ext"; CREATE EXTENSION citext SCHEMA "my ext";
      CREATE TABLE ci (code "my ext".citext PRIMARY KEY, n int);
      CREATE TABLE mail (id serial PRIMARY KEY, mail "my ext".citext UNIQUE, n int);
      INSERT INTO ci VALUES ('Abc', 1); INSERT INTO mail (mail, n) VALUES ('Ann@x.org', 1);
      """
    )
    let changed = try answer(
      "upsert ci { code: 'Abc', n: 2 }",
      "upsert mail { mail: 'ANN@x.org', n: 3 }",
      "fetch ci select n",
      "fetch mail select id, mail, n",
      "insert mail { mail: 'ANN@X.ORG' }"
    )
    #expect(changed.contains("n\n2\nid,mail,n\n1,ANN@x.org,3\n"), "\(changed)")
    #expect(
      changed.contains("mail.mail is unique, and \"ANN@X.ORG\" is taken by mail#1"),
      "\(changed)"
    )
  }

  /// Addresses of computers have no number of bits.
  @Test func networkAddressesReadAsTheServerWritesThem() throws {
    execute(
      """
      CREATE TABLE host (ip inet PRIMARY KEY, net inet, block cidr);
      INSERT INTO host VALUES ('10.0.0.1', '10.0.0.0/8', '10.0.0.0/8'), ('::1', '10.2.3.4/24', '10.0.0.1');
      """
    )
    #expect(
      try answer("fetch host")
        == "ip,net,block\n10.0.0.1,10.0.0.0/8,10.0.0.0/8\n::1,10.2.3.4/24,10.0.0.1/32\n"
    )
    #expect(
      try answer(
        "fetch host where ip == '10.0.0.1' select net",
        "update host where ip == '10.0.0.1' set net = '10.0.0.2'",
        "fetch host sort net using lexical limit 1 select ip, net",
        "fetch host group by net select net, count()"
      ).hasSuffix("ip,net\n10.0.0.1,10.0.0.2\nnet,count()\n10.0.0.2,1\n10.2.3.4/24,1\n")
    )
  }

  /// The server compares addresses by their values, so that some have several forms.
  @Test func networkAddressesHaveOneFormInArraysAndKeys() throws {
    execute(
      """
      CREATE TABLE arrs (id int PRIMARY KEY, a inet[], t text[]);
      INSERT INTO arrs VALUES (1, '{10.0.0.1,10.0.0.0/8}', '{x,y}'), (2, NULL, NULL), (3, '{}', '{}');
      CREATE TABLE h (ip inet PRIMARY KEY, v int); INSERT INTO h VALUES ('10.0.0.1', 1);
      """
    )
    let arrays = try answer("fetch arrs select a, t")
    #expect(arrays.contains("10.0.0.1\"") && arrays.contains("10.0.0.0/8\""), "\(arrays)")
    #expect(!arrays.contains("/32") && arrays.contains("\"x\""), "\(arrays)")
    let merged = try answer("upsert h { ip: '10.0.0.1/32', v: 7 }", "fetch h")
    #expect(merged.hasSuffix("ip,v\n10.0.0.1,7\n"), "\(merged)")
  }

  /// A preview shows the next numbers of sequences and takes none.
  @Test func previewsTakeNoNumbers() throws {
    execute(
      """
      CREATE TABLE s (id serial PRIMARY KEY, v text); INSERT INTO s (v) VALUES ('a'), ('b');
      CREATE SEQUENCE codes INCREMENT 10 START 100;
      CREATE TABLE u (id text PRIMARY KEY DEFAULT 'u' || nextval('codes'), v text);
      CREATE TABLE p (a int, b bigint DEFAULT nextval('codes'), PRIMARY KEY (a, b));
      CREATE TABLE n (id int PRIMARY KEY, v text);
      """
    )
    let shown = try told(
      "preview insert s [{ v: 'c' }, { v: 'd' }]",
      "preview insert u [{ v: 'c' }, { v: 'd' }]",
      "preview insert p { a: 1 }"
    )
    for record in ["s#3 ", "s#4 ", "u#(\"u100\")", "u#(\"u110\")", "p#(1, 100)"] {
      #expect(shown.contains(record), "\(record): \(shown)")
    }
    let added = try answer(
      "insert s { v: 'c' }",
      "insert u { v: 'c' }",
      "insert p { a: 1 }",
      "fetch s where v == 'c' select id",
      "fetch u select id",
      "fetch p select b"
    )
    #expect(added.hasSuffix("id\n3\nid\nu100\nb\n110\n"), "\(added)")
    #expect(try answer("preview insert n { v: 'x' }").contains("n.id must have a value"))
  }

  // MARK: Triggers and permissions

  @Test func triggersThatSkipRowsAreCounted() throws {
    execute(
      """
      CREATE TABLE t (id serial PRIMARY KEY, v text); INSERT INTO t (v) VALUES ('keep'), ('skip');
      CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'DELETE' THEN IF OLD.v LIKE 'skip%' THEN RETURN NULL; END IF; RETURN OLD; END IF;
        IF NEW.v LIKE 'skip%' THEN RETURN NULL; END IF; RETURN NEW; END $$;
      CREATE TRIGGER skip BEFORE INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION skip();
      """
    )
    let inserted = try told("insert t [{ v: 'skip1' }, { v: 'ok' }]", "undo", "redo")
    #expect(
      inserted.hasPrefix("1 inserted; triggers of the database skipped 1 record\n"),
      "\(inserted)"
    )
    #expect(try answer("count t") == "count\n3\n")
    let others = try told(
      "delete t where v == 'skip'",
      "update t where v in ['ok', 'keep'] set v = v + '!'",
      "update t where v == 'ok!' set v = 'skip'",
      "undo",
      "undo"
    )
    #expect(others.contains("0 deleted; triggers of the database skipped 1 record\n2 updated\n"))
    #expect(others.contains("0 updated; triggers of the database skipped 1 record"), "\(others)")
    #expect(try answer("fetch t select v") == "v\nkeep\nskip\nok\n")
    let saved = try told("begin", "delete all t", "save", "undo")
    #expect(saved.contains("2 records saved; triggers of the database skipped 1 record"))
    #expect(try answer("count t") == "count\n3\n")
  }

  @Test func refusedChangesFailAtOnce() throws {
    execute(
      """
      CREATE ROLE weak\(name) LOGIN;
      CREATE TABLE ro (id int PRIMARY KEY, v text); INSERT INTO ro VALUES (1, 'x');
      CREATE TABLE gone (id int PRIMARY KEY, v text); INSERT INTO gone VALUES (1, 'x');
      CREATE TABLE rls (id int PRIMARY KEY, v text); INSERT INTO rls VALUES (1, 'x');
      ALTER TABLE rls ENABLE ROW LEVEL SECURITY; CREATE POLICY see ON rls FOR SELECT USING (true);
      GRANT SELECT ON ro TO weak\(name); GRANT SELECT, DELETE ON gone TO weak\(name); GRANT ALL ON rls TO weak\(name);
      """
    )
    let own = address.replacing("postgres@", with: "weak\(name)@")
    func errors(_ statement: String) throws -> String {
      try BuiltCommand.run(own, "-c", statement).errors
    }
    for verb in ["", "preview "] {
      let refused = try errors(verb + "update ro where id == 1 set v = 'y'")
      #expect(refused.contains("permission denied for table ro"), "\(refused)")
      #expect(refused.contains("`GRANT SELECT, INSERT, UPDATE, DELETE ON ro TO …`"), "\(refused)")
    }
    let start = ContinuousClock.now
    let skipped = try errors("update rls where id == 1 set v = 'y'")
    #expect(
      skipped.contains("a row-level security policy does not permit changing rls#1"),
      "\(skipped)"
    )
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(try BuiltCommand.run(own, "-c", "delete gone where id == 1").output == "1 deleted\n")
  }

  // MARK: Views and dates

  @Test func viewsAreReadOnce() throws {
    execute(
      """
      CREATE TABLE one (id int PRIMARY KEY, v text); INSERT INTO one VALUES (1, 'a'), (2, 'b');
      CREATE VIEW counted AS SELECT id, v, 1 AS n FROM one;
      """
    )
    let store = try PrivateServer.open(address)
    let snapshot = try #require(try store.snapshot() as? ServerSnapshot)
    let path = AttributePath(["v"])
    #expect(try snapshot.scan("counted", []).next()?.count == 2)
    // Later columns are known already.
    #expect(snapshot.knownCount(of: "counted") == 2)
    #expect(
      try snapshot.gather([.attribute(path)], of: "counted", at: [1])[0].value(at: 0)
        == .string("b")
    )
    let models = try BuiltCommand.run(address, "-m", "csv", "-c", ".models")
    #expect(models.output.contains("counted,,\"id, v, n\""), "\(models)")
    #expect(models.output.contains("one,2,"), "\(models)")
    #expect(try answer("fetch counted", "count counted") == "id,v,n\n1,a,1\n2,b,1\ncount\n2\n")
  }

  @Test func brokenViewsDoNotStopCopies() throws {
    execute(
      """
      CREATE TABLE k (id int PRIMARY KEY, v text); INSERT INTO k VALUES (1, 'x');
      CREATE VIEW broken AS SELECT id, 1 / (id - 1) AS q FROM k; CREATE VIEW fine AS SELECT v FROM k;
      """
    )
    #expect(try answer("fetch broken").contains("division by zero"))
    let copied = try told(".open :memory: as m", "copy all from \(name)", "count k", "fetch fine")
    #expect(copied.contains("not copied: broken, which cannot be read"), "\(copied)")
    #expect(copied.contains("x"), "\(copied)")
  }

  @Test func datesOutOfRangeReadAsNilEverywhere() throws {
    execute(
      """
      CREATE TABLE tz (id int PRIMARY KEY, d date, c timestamptz);
      INSERT INTO tz VALUES (1, '5874897-12-31', '294276-12-31'), (2, '4713-01-01 BC', '4713-01-01 BC'),
        (3, '2024-01-01', '2024-01-01'), (4, 'infinity', '-infinity');
      """
    )
    #expect(
      try answer("count tz where c > date(5000, 1, 1)", "count tz where d == nil")
        == "count\n0\ncount\n2\n"
    )
    #expect(try answer("fetch tz where c != nil sort c select id") == "id\n2\n3\n")
    #expect(try answer("fetch tz sort c select id") == "id\n1\n4\n2\n3\n")
    #expect(
      try answer("fetch tz group by d == nil select d == nil as missing, count() as n").hasSuffix(
        "false,2\ntrue,2\n"
      )
    )
  }

  @Test func nativeStoresInSchemasAreNamed() throws {
    let made = try BuiltCommand.run(
      address + "&schema=budgets",
      "-c",
      "model Budget { name: String }"
    )
    #expect(made.status == 0, "\(made.errors)")
    let plain = try BuiltCommand.run(address, "-c", ".models")
    #expect(
      plain.errors.contains("only native stores, in the SQL schema `budgets`: `?schema=budgets`")
    )
    let refused = try BuiltCommand.run(address, "-c", "model X { a: Int }")
    #expect(refused.errors.contains("only native stores"), "\(refused.errors)")
  }

  // MARK: Descriptions

  @Test func schemasDescribeColumns() throws {
    execute(
      """
      CREATE TABLE orders (id serial PRIMARY KEY, no int NOT NULL, extra jsonb);
      COMMENT ON COLUMN orders.no IS E'The number\non paper';
      CREATE TABLE line (id serial PRIMARY KEY, order_id int REFERENCES orders, place int, qty int CHECK (qty > 0),
        twice int GENERATED ALWAYS AS (qty * 2) STORED, UNIQUE (order_id, place));
      """
    )
    let schema = try answer(".schema")
    for part in [
      "no: Int  // The number on paper", "extra: String?  // jsonb",
      "twice: Int?  // set by the database", "  // unique (order, place)", "  // CHECK ((qty > 0))",
    ] {
      #expect(schema.contains(part), "\(part) is not in \(schema)")
    }
    let plan = try answer("explain count line where qty > 1")
    #expect(plan.contains("SELECT count(*)"), "\(plan)")
  }

  @Test func refusedValuesAreNamed() throws {
    execute(
      """
      CREATE TABLE lim (id serial PRIMARY KEY, name varchar(5), small int2, n int, amount numeric(5, 2), ip inet,
        q int CHECK (q > 0), lo int, hi int, x text, CHECK (lo < hi));
      CREATE INDEX ON lim (x);
      CREATE FUNCTION hinted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'no bad values' USING HINT = 'try good ones', DETAIL = 'see the manual'; END $$;
      CREATE TABLE hint (id serial PRIMARY KEY, v text);
      CREATE TRIGGER hint BEFORE INSERT ON hint FOR EACH ROW EXECUTE FUNCTION hinted();
      INSERT INTO lim (name, lo, hi) VALUES ('a', 1, 5), ('b', 1, 5);
      """
    )
    for (values, part) in [
      ("[{ name: 'ok' }, { name: 'toolong' }]", "`name` = \"toolong\" of lim: value too long"),
      ("{ small: 70000 }", "`small` = 70000 of lim: value \"70000\" is out of range"),
      ("[{ n: 1 }, { n: 3000000000 }]", "`n` = 3000000000 of lim: value"),
      ("{ amount: 12345.6 }", "`amount` = 12345.6 of lim: numeric field overflow"),
      ("{ ip: 'nope' }", "`ip` = \"nope\" of lim: invalid input syntax for type inet"),
      ("[{ q: 1 }, { q: -1 }]", "`q` = -1 of lim: new row for relation"),
      ("{ lo: 3, hi: 2 }", "`lo` = 3, `hi` = 2 of lim: new row"),
    ] {
      let refused = try answer("insert lim \(values)")
      #expect(refused.contains(part), "\(refused)")
    }
    #expect(try answer("insert lim { q: -1 }").contains("the rule is (q > 0)"))
    #expect(
      try answer("update lim where hi == 5 set lo = id * 4 - 3").contains("`lo` = 5 of lim#2")
    )
    let hinted = try answer("insert hint { v: 'bad' }")
    #expect(hinted.contains("no bad values (see the manual)"), "\(hinted)")
    #expect(hinted.contains("help: try good ones"), "\(hinted)")
    let long = (0..<9000).map { _ in String("abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a") }
    #expect(try answer("insert lim { x: '\(long.joined())' }").contains("`x` = \""))
  }

  @Test func decimalsAreCalculatedWhereNothingIsRounded() throws {
    execute(
      """
      CREATE TABLE price (id int PRIMARY KEY, a numeric(10, 2), b numeric(20, 10), c numeric, n int);
      INSERT INTO price SELECT i, i * 1.25 - 10, i / 7.0, i / 3.0, i % 5 FROM generate_series(1, 40) i;
      INSERT INTO price VALUES (41, NULL, 1, 1, 1), (42, 'NaN', 2, 2, NULL);
      """
    )
    for (condition, isOnServer) in [
      ("a * 2 > 30.5", true), ("a + b > n", true), ("a * b - a < 12.25", true),
      ("a * n == 25", true), ("a - 1.5 == nil", true), ("b * b * b > 1", false),
      ("a + c > 10", false), ("a / 2 > 7", false),
    ] {
      let statement = "fetch price where \(condition) select id"
      let own = try answer(statement)
      let copied = try answer(".open :memory: as m", "copy all from \(name)", statement)
      #expect(copied.hasSuffix(own), "\(condition): \(own) but \(copied)")
      let plan = try answer("explain " + statement)
      #expect(plan.contains("WHERE") == isOnServer, "\(condition): \(plan)")
    }
  }

  @Test func readsThatNobodyWaitsForAreLimited() throws {
    execute("CREATE VIEW slow AS SELECT i FROM generate_series(1, 3) i, pg_sleep(60)")
    let session = QuerySession(store: try PrivateServer.open(address))
    let start = ContinuousClock.now
    let count = ReadingLimit.$current.withValue(.milliseconds(200)) {
      try? session.recordCount(of: "slow")
    }
    #expect(count == nil)
    #expect(ContinuousClock.now - start < .seconds(30))
  }
}
