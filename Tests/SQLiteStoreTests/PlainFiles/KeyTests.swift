import Testing

/// Keys of files of other programs: as written identities, and as the targets of foreign keys.
@Suite struct KeyTests {
  private static let orders = """
    CREATE TABLE Customer (code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE Orders (id INTEGER PRIMARY KEY, customer TEXT REFERENCES Customer);
    CREATE TABLE Line (orderID INT REFERENCES Orders, line INT, day DATE, n INT,
      PRIMARY KEY (orderID, line));
    INSERT INTO Customer VALUES ('ALFKI', 'Alfreds'), ('O''B "x"', 'Odd');
    INSERT INTO Orders VALUES (1, 'ALFKI'), (2, NULL);
    INSERT INTO Line VALUES (1, 1, '2026-07-01', 3), (1, -2, NULL, 4);
    """

  @Test(arguments: [
    ("fetch Customer#(\"ALFKI\") select name", "name | Alfreds"),
    ("fetch Customer where @id == Customer#(\"ALFKI\") select name", "name | Alfreds"),
    ("fetch Customer#(\"O'B \\\"x\\\"\") select name", "name | Odd"),
    ("fetch Customer#(\"none\") select name", "error: there is no Customer#(\"none\")"),
    ("fetch Line#(1, -2) select n", "n | 4"),
    ("fetch Orders#(2) select customer", "customer"),
    ("count Orders where customer == Customer#(\"ALFKI\")", "1"),
    (
      "fetch Customer#5",
      "error: a record of Customer is identified by `code`\n`Customer#(…)`"
    ),
    (
      "fetch Line#(1)",
      "error: a record of Line is identified by `order`, `line`\n`Line#(…, …)`"
    ),
    (
      "fetch Line#(1, \"a\")",
      "error: a record of Line is identified by `order`, `line`\n`Line#(…, …)`"
    ),
    ("fetch Line#(1, nope)", "error: "),
    (
      "fetch Line#(1, nil)",
      "error: a record of Line is identified by `order`, `line`\n`Line#(…, …)`"
    ),
    ("fetch Orders#(\"x\")", "error: a record of Orders is identified by a number\n`Orders#3`"),
    ("update Orders#2 set customer = Customer#(\"ALFKI\")", "1 updated"),
    ("insert Orders customer: Customer#(\"ALFKI\")", "1 inserted"),
    ("delete Line#(1, 1)", "1 deleted"),
  ])
  func identitiesAreWritten(statement: String, answer: String) throws {
    let console = try PlainConsole(Self.orders)
    let found = console.answer(statement)
    #expect(found.hasPrefix(answer), "\(found)")
  }

  /// Both sides of a relationship say the same, whatever columns are compared: the key's collation
  /// decides, and its type.
  @Test(arguments: [
    ("A TEXT PRIMARY KEY", "TEXT COLLATE NOCASE", "'X'", "'x'", 0),
    ("A TEXT COLLATE NOCASE PRIMARY KEY", "TEXT", "'X'", "'x'", 1),
    ("A INTEGER PRIMARY KEY", "", "5", "'5'", 1),
    ("A INTEGER PRIMARY KEY", "TEXT", "5", "5", 1),
    ("A PRIMARY KEY", "TEXT", "5", "5", 0),
    ("A TEXT PRIMARY KEY", "", "'5'", "5", 1),
    ("A TEXT PRIMARY KEY", "INT", "'5'", "5", 1),
    ("A TEXT PRIMARY KEY", "INT", "' 5'", "5", 0),
    ("A REAL PRIMARY KEY", "INTEGER", "5", "5", 1),
  ])
  func bothSidesAgree(
    key: String,
    reference: String,
    value: String,
    referenceValue: String,
    count: Int
  ) throws {
    let others = (100..<140).map { "(\($0))" }.joined(separator: ", ")
    let console = try PlainConsole(
      """
      CREATE TABLE Owner (\(key));
      CREATE TABLE Pet (id INTEGER PRIMARY KEY, owner \(reference) REFERENCES Owner(A));
      INSERT INTO Owner VALUES (\(value));
      INSERT INTO Pet VALUES (1, \(referenceValue)), (2, NULL);
      INSERT INTO Owner VALUES \(others);
      """
    )
    // SQLite's own list of dangling foreign keys.
    #expect(
      try console.sql("SELECT 1 - count(*) FROM pragma_foreign_key_check") == "\(count)"
    )
    #expect(console.answer("fetch Pet where owner != nil select count() as n") == "n | \(count)")
    #expect(console.answer("fetch Pet#1 select count(owner.pets) as n") == "n | \(count)")
    #expect(console.answer("fetch Owner select sum(count(pets)) as n") == "n | \(count)")
    #expect(
      console.answer("fetch Owner limit 1 sort count(pets) desc select count(pets) as n")
        == "n | \(count)"
    )
    #expect(
      console.answer("fetch Owner where any(pets where id > 0) select count() as n")
        == "n | \(count)"
    )
  }

  /// Rows without numbers are numbered in a copy, whose columns compare texts as the table's do.
  @Test func keysOfTablesWithoutRowNumbersKeepTheirCollation() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE Owner (code TEXT COLLATE NOCASE PRIMARY KEY, v INT) WITHOUT ROWID;
      CREATE TABLE Pet (id INTEGER PRIMARY KEY, owner TEXT REFERENCES Owner(code));
      INSERT INTO Owner VALUES ('Aa', 1), ('b', 2);
      INSERT INTO Pet VALUES (1, 'aA'), (2, 'c');
      """
    )
    #expect(try console.sql("SELECT count(*) FROM Pet JOIN Owner ON code = owner") == "1")
    #expect(console.answer("fetch Pet select id, owner.v as v") == "id,v | 1,1 | 2,")
    #expect(console.answer("fetch Owner select code, count(pets) as n") == "code,n | Aa,1 | b,0")
    #expect(console.answer("fetch Owner#(\"AA\") select v") == "v | 1")
    #expect(console.answer("update Owner#(\"AA\") set v = 7") == "1 updated")
    #expect(try console.sql("SELECT * FROM Owner") == "Aa,7 | b,2")
  }

  @Test func tablesOfManyColumnsAreRead() throws {
    let names = (0..<1999).map { "c\($0)" }
    let console = try PlainConsole(
      """
      CREATE TABLE Wide (id INTEGER PRIMARY KEY, \(names.map { $0 + " INT" }.joined(separator: ", ")));
      INSERT INTO Wide (id, c0, c1500, c1998) VALUES (1, 1, 2, 3), (5, 4, 5, 6);
      """
    )
    #expect(console.answer("fetch Wide where c1998 == 6 select c0, c1500") == "c0,c1500 | 4,5")
    let all = console.answer("fetch Wide").split(separator: " | ").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(all.map(\.count) == [2000, 2000, 2000])
    #expect(all.last?.last == "6")
  }
}
