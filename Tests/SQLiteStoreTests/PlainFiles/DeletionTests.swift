import SQLiteStore
import Storage
import Testing

/// Deletes in files where SQLite enforces foreign keys.
@Suite struct DeletionTests {
  /// SQLite deletes with a record what refers to it, one within the other, and only so deep.
  @Test func longChainsAreDeleted() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE Link (id INTEGER PRIMARY KEY, up INTEGER REFERENCES Link ON DELETE CASCADE);
      CREATE INDEX byUp ON Link (up);
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
      INSERT INTO Link SELECT n, nullif(n - 1, 0) FROM numbers;
      """
    )
    #expect(console.answer("delete Link#2") == "2,999 deleted: 1 Link, 2,998 Link by cascade")
    #expect(try console.sql("SELECT id FROM Link") == "1")
  }

  /// `RESTRICT` asks at once, though what refers to the record goes with it.
  @Test func referencingRecordsAreDeletedFirst() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE A (id INTEGER PRIMARY KEY);
      CREATE TABLE B (id INTEGER PRIMARY KEY, a INTEGER REFERENCES A ON DELETE RESTRICT);
      CREATE TABLE C (id INTEGER PRIMARY KEY, b INTEGER REFERENCES B ON DELETE RESTRICT);
      INSERT INTO A VALUES (1), (2);
      INSERT INTO B VALUES (1, 1);
      INSERT INTO C VALUES (1, 1);
      """
    )
    #expect(
      console.answer("delete A#1").hasPrefix(
        "error: A#1 cannot be deleted: B#1 still references it"
      )
    )
    for statement in ["begin", "delete all C", "delete all B", "delete all A"] {
      #expect(!console.answer(statement).hasPrefix("error"))
    }
    #expect(console.answer("save") == "4 records saved")
    #expect(try console.sql("SELECT count(*) FROM A") == "0")
  }

  /// Several rows may have NULL as their key: none of them can be meant.
  @Test func recordsWithoutAKeyAreKept() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE N (k TEXT PRIMARY KEY, v INT);
      INSERT INTO N VALUES (NULL, 1), (NULL, 1), ('a', 2);
      """
    )
    for statement in ["update N where v == 1 set v = 3", "delete N where v == 1"] {
      #expect(
        console.answer(statement).hasPrefix(
          "error: N#(nil) cannot be identified: its key has no value"
        )
      )
    }
    #expect(try console.sql("SELECT v FROM N") == "1 | 1 | 2")
  }

  /// A value that SQLite computes for a new record is not a change by somebody else.
  @Test func generatedColumnsDoNotPreventUndo() throws {
    let console = try PlainConsole(
      "CREATE TABLE G (id INTEGER PRIMARY KEY, a INT, c INT AS (a + 1))"
    )
    #expect(console.answer("insert G a: 5") == "1 inserted")
    #expect(console.answer("undo").hasPrefix("undone"))
    #expect(try console.sql("SELECT count(*) FROM G") == "0")
  }

  /// Views and triggers may have texts between double quotes.
  @Test func doubleQuotedTextIsAString() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, s TEXT, stamp TEXT);
      CREATE TRIGGER mark AFTER INSERT ON T BEGIN UPDATE T SET stamp = "new" WHERE id = new.id; END;
      CREATE VIEW V AS SELECT id, "lit" AS k FROM T WHERE s = "abc";
      """
    )
    #expect(console.answer("insert T s: \"abc\"") == "1 inserted")
    #expect(console.answer("fetch V select k") == "k | lit")
    #expect(console.answer("fetch T select stamp") == "stamp | new")
  }

  @Test func nothingFollowsTheMaximumKey() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE A (id INTEGER PRIMARY KEY);
      INSERT INTO A VALUES (9223372036854775807);
      """
    )
    #expect(try console.store.reserveKeys(0, of: "A").isEmpty)
    #expect(console.answer("insert A {}").hasPrefix("error: the store cannot hold more records"))
  }

  /// What was read as nil could not be brought back.
  @Test(arguments: ["delete T#1", "update T#1 set n = 5"])
  func invalidValuesAreNotReportedAsRestored(statement: String) throws {
    let console = try PlainConsole(
      "CREATE TABLE T (id INTEGER PRIMARY KEY, n INT); INSERT INTO T VALUES (1, 'five'), (2, 2)"
    )
    #expect(
      console.answer(statement)
        .hasSuffix("; invalid values were replaced, so this cannot be undone")
    )
    #expect(console.answer("undo").hasPrefix("error: cannot undo: the last statement"))
    #expect(console.answer("update T#2 set n = 3") == "1 updated")
    #expect(console.answer("undo").hasPrefix("undone"))
    #expect(try console.sql("SELECT n FROM T WHERE id = 2") == "2")
  }
}
