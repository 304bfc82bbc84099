import Foundation
import Testing

/// Statements on foreign files, compared with SQLite's results.
@Suite struct PlainStoreTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Catalogues")

  private static func tables(_ name: String) throws -> String {
    let url = folder.appendingPathComponent(name + ".catalogue")
    return try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n---\n")[0]
  }

  private static func chinook() throws -> PlainConsole {
    try PlainConsole(
      tables("chinook") + """
        INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, NULL);
        INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (4, 'Let There Be Rock', 1);
        INSERT INTO Genre VALUES (1, 'Rock');
        INSERT INTO MediaType VALUES (1, 'MPEG');
        INSERT INTO Track VALUES (1, 'For Those', 1, 1, 1, 'Angus', 343719, 11170334, 0.99), (2, 'Balls', 2, 1, 1, NULL, 342562, 5510424, 1), (15, 'Go Down', 4, 1, NULL, NULL, 331180, 10847611, 0.99);
        INSERT INTO Playlist VALUES (1, 'Music'), (2, 'Empty');
        INSERT INTO PlaylistTrack VALUES (1, 1), (1, 15);
        INSERT INTO Employee (EmployeeId, LastName, FirstName, ReportsTo, BirthDate) VALUES (1, 'Adams', 'Andrew', NULL, '1962-02-18 00:00:00'), (2, 'Edwards', 'Nancy', 1, '1958-12-08 00:00:00');
        INSERT INTO Customer (CustomerId, FirstName, LastName, Email, SupportRepId) VALUES (1, 'Luís', 'G', 'l@x', 2);
        INSERT INTO Invoice (InvoiceId, CustomerId, InvoiceDate, Total) VALUES (1, 1, '2009-01-01 00:00:00', 1.98);
        INSERT INTO InvoiceLine VALUES (1, 1, 1, 0.99, 1), (2, 1, 2, 0.99, 1);
        """
    )
  }

  /// One moment as other programs write it; SQLite's own functions say what the last two are.
  @Test func datesRoundTrip() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE Event (id INTEGER PRIMARY KEY, at DATETIME);
      INSERT INTO Event VALUES (1, '2026-07-01 12:30:00'), (2, '2026-07-01T14:30:00.000+02:00'),
        (3, 1782909000), (4, 1782909000000), (5, 1782909000000000),
        (6, julianday('2026-07-01 12:30:00')), (7, strftime('%s', '2026-07-01 12:30:00') + 0.0),
        (8, 1e300), (9, 'soon'), (10, -9223372036854775808), (11, x'00');
      """
    )
    #expect(
      console.answer("fetch Event where id < 8 select distinct at") == "at | 2026-07-01T12:30:00Z"
    )
    #expect(console.answer("fetch Event where at is nil select id") == "id | 8 | 9 | 11")
    let problems = console.answer(".check").split(separator: "\n")
    #expect(problems.count { $0.contains("is not a valid Date") } == 3)
  }

  /// Strings of windows are limited by their bytes, not by the rows that they join.
  @Test func runningTextsOfManyRows() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, s TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
        INSERT INTO T SELECT i, 'a' FROM n;
      """
    )
    let query = "fetch T select length(text(s, \",\") over (sort id)) as n sort id desc limit 1"
    #expect(console.answer(query) == "n | 11999")
  }

  /// Columns whose names differ only in Unicode normalization are different ones.
  @Test func columnsInBothNormalizations() throws {
    let console = try PlainConsole(
      "CREATE TABLE T (id INTEGER PRIMARY KEY, \"\u{E9}\" INT, \"e\u{301}\" INT);"
        + "INSERT INTO T VALUES (1, 10, 20);"
    )
    #expect(console.answer("fetch T where \u{E9} == 10 and \u{E9}_2 == 20 select id") == "id | 1")
    #expect(console.answer("update T#1 set \u{E9}_2 = 21") == "1 updated")
    #expect(try console.sql("SELECT * FROM T") == "1,10,21")
    let answer = console.answer(
      "fetch (fetch T select \u{E9} as \u{FC}, \u{E9}_2 as u\u{308}) select \u{FC}"
    )
    #expect(answer.hasPrefix("error: `query` has two columns `"), "\(answer)")
  }

  @Test func unreadableDatesAreRejected() throws {
    let console = try PlainConsole("CREATE TABLE Event (id INTEGER PRIMARY KEY, at DATETIME)")
    #expect(console.answer("insert Event id: 1, at: 9999-12-31") == "1 inserted")
    let answer = console.answer("update Event#1 set at = 9999-12-31 + 1 day")
    #expect(answer.hasPrefix("error: a value does not fit"), "\(answer)")
    #expect(try console.sql("SELECT at FROM Event") == "9999-12-31")
  }

  @Test func skippedTriggerChangesAreNotReportedAsDone() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, v INT);
      INSERT INTO a VALUES (1, 1);
      CREATE TRIGGER i BEFORE INSERT ON a BEGIN SELECT raise(IGNORE); END;
      CREATE TRIGGER u BEFORE UPDATE ON a BEGIN SELECT raise(IGNORE); END;
      CREATE TRIGGER d BEFORE DELETE ON a BEGIN SELECT raise(IGNORE); END;
      """
    )
    for (statement, id) in [("insert a v: 2", 2), ("update a#1 set v = 9", 1), ("delete a#1", 1)] {
      #expect(
        console.answer(statement)
          == "error: a trigger in the file skipped the change to a#\(id)",
        "\(statement)"
      )
    }
    #expect(try console.sql("SELECT * FROM a") == "1,1")
    #expect(console.answer("update a#7 set v = 1") == "error: there is no a#7")
  }

  /// Many records are inserted in blocks, but not into a table with such a clause.
  @Test func conflictClausesApplyToManyRecords() throws {
    let answers = try [1, 40].map { count in
      let console = try PlainConsole(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT COLLATE NOCASE UNIQUE ON CONFLICT IGNORE);
        INSERT INTO a VALUES (1, 'x');
        """
      )
      let names = ["X"] + (1..<count).map { "t\($0)" }
      let records = names.map { "{ t: \"\($0)\" }" }
      let answer = console.answer("insert a [\(records.joined(separator: ", "))]")
      #expect(try console.sql("SELECT * FROM a") == "1,x")
      return answer
    }
    #expect(answers[0].hasPrefix("error: "))
    #expect(answers[0] == answers[1])
  }

  @Test func chinookIsRead() throws {
    let console = try Self.chinook()
    let answers = [
      ("fetch Track where album.Title ~ \"rock\" select Name", "Name | For Those | Go Down"),
      (
        "fetch Track where AlbumId == 4 select TrackId, album",
        "TrackId,album | 15,Let There Be Rock"
      ),
      (
        "fetch Artist select Name, albums { Title } limit 1",
        "Name,albums | AC/DC,\"[{\"\"Title\"\":\"\"For Those About To Rock\"\"},{\"\"Title\"\":\"\"Let There Be Rock\"\"}]\""
      ),
      ("fetch Artist where any(albums where Title ~ \"wall\") select Name", "Name | Accept"),
      ("fetch Playlist select Name, count(tracks) as n", "Name,n | Music,2 | Empty,0"),
      (
        "fetch Track where any(playlists where Name == \"Music\") select TrackId",
        "TrackId | 1 | 15"
      ),
      (
        "fetch Employee select LastName, reportsTo.LastName as boss, count(employees) as n",
        "LastName,boss,n | Adams,,1 | Edwards,Adams,0"
      ),
      (
        "fetch Employee where BirthDate < 1960-01-01 select LastName, BirthDate",
        "LastName,BirthDate | Edwards,1958-12-08"
      ),
      (
        "fetch Track sort UnitPrice desc, Name limit 2 select Name, UnitPrice",
        "Name,UnitPrice | Balls,1 | For Those,0.99"
      ),
      (
        "fetch Invoice select Total, sum(invoiceLines.UnitPrice) as s, customer.supportRep.reportsTo as b",
        "Total,s,b | 1.98,1.98,Adams"
      ),
      ("fetch Artist#2 select Name", "Name | Accept"),
      (".check", "no damage in 19 records of 10 models"),
    ]
    for (statement, expected) in answers {
      #expect(console.answer(statement) == expected, "\(statement)")
    }
  }

  @Test func chinookIsChanged() throws {
    let console = try Self.chinook()
    let answers = [
      ("insert Artist Name: \"Zappa\"", "1 inserted"),
      ("insert Artist ArtistId: 100, Name: \"Ärzte\"", "1 inserted"),
      ("insert Artist Name: \"Bach\"", "1 inserted"),
      (
        "insert Artist ArtistId: 100, Name: \"Twice\"",
        "error: Artist.ArtistId is unique, and 100 is taken by Artist#100"
      ),
      (
        "insert Album Title: \"Apostrophe\", artist: (Artist where Name == \"Zappa\")", "1 inserted"
      ),
      (
        "update Artist#2 set ArtistId = 5",
        "error: `ArtistId` identifies the record and cannot be changed\ninsert a new record and delete this one"
      ),
      ("update Album#2 set artist = Artist#1", "1 updated"),
      (
        "delete Artist#1",
        "error: Artist#1 cannot be deleted: Album#1, Album#2, Album#4 still reference it (`albums`, delete rule deny)"
      ),
      ("update Playlist#2 set tracks = [Track#1, Track#2]", "1 updated"),
      ("update Playlist#1 set tracks -= Track#15", "1 updated"),
      ("delete Playlist#1", "1 deleted"),
      ("undo", "undone: delete Playlist#1"),
      ("upsert Artist ArtistId: 2, Name: \"ACCEPT\"", "1 updated; Artist#2.Name was \"Accept\""),
      (
        "model New { a: Int }",
        "error: cannot write \"\(console.path)\": another program created its tables"
      ),
    ]
    for (statement, expected) in answers {
      let answer = console.answer(statement)
      #expect(answer.hasPrefix(expected) && !expected.isEmpty, "\(statement): \(answer)")
    }
    #expect(
      try console.sql("SELECT * FROM Artist WHERE ArtistId > 1")
        == "2,ACCEPT | 3,NULL | 4,Zappa | 100,Ärzte | 101,Bach"
    )
    #expect(
      try console.sql("SELECT * FROM Album WHERE AlbumId IN (2, 5)")
        == "2,Balls to the Wall,1 | 5,Apostrophe,4"
    )
    #expect(try console.sql("SELECT * FROM PlaylistTrack ORDER BY 1, 2") == "1,1 | 2,1 | 2,2")
    #expect(try console.isSound())
    #expect(console.answer(".check") == "no damage in 23 records of 10 models")
  }

  @Test func northwindHasTextAndCompoundKeys() throws {
    let console = try PlainConsole(
      Self.tables("northwind") + """
        INSERT INTO Customers VALUES ('ALFKI', 'Alfreds', 'Maria', 'Berlin', 'Germany'), ('ANATR', 'Ana', NULL, NULL, 'Mexico');
        INSERT INTO Shippers VALUES (3, 'Federal', NULL);
        INSERT INTO Products (ProductID, ProductName, UnitPrice, Discontinued) VALUES (11, 'Queso', 21, 0), (42, 'Mee', 14.5, 1);
        INSERT INTO Orders VALUES (10248, 'ALFKI', NULL, '2016-07-04', 3, 32.38, 'x'), (10249, 'ANATR', NULL, '2016-07-05', NULL, 1, 'y');
        INSERT INTO "Order Details" VALUES (10248, 11, 14, 12, 0), (10248, 42, 9.8, 10, 0.15);
        INSERT INTO CustomerDemographics VALUES ('gold', 'Good');
        INSERT INTO CustomerCustomerDemo VALUES ('ANATR', 'gold');
        """
    )
    let answers = [
      (
        "fetch Customers where Country == \"Germany\" select @id, count(orders) as n",
        "@id,n | \"Customers#(\"\"ALFKI\"\")\",1"
      ),
      (
        "fetch Orders select OrderID, customer, shipVia, count(orderDetails) as n",
        "OrderID,customer,shipVia,n | 10248,Alfreds,Federal,2 | 10249,Ana,,0"
      ),
      (
        "fetch OrderDetails where product.Discontinued select OrderID, ProductID, Discount",
        "OrderID,ProductID,Discount | 10248,42,0.15"
      ),
      (
        "fetch Customers select CustomerID, customerTypes { CustomerDesc }",
        "CustomerID,customerTypes | ALFKI,[] | ANATR,\"[{\"\"CustomerDesc\"\":\"\"Good\"\"}]\""
      ),
      ("insert Customers CustomerID: \"NEW\", CompanyName: \"New\"", "1 inserted"),
      ("insert Customers CompanyName: \"None\"", "error: Customers needs a value for `CustomerID`"),
      (
        "insert Customers CustomerID: \"NEW\"",
        "error: Customers.CustomerID is unique, and \"NEW\" is taken by Customers#(\"NEW\")"
      ),
      ("update Orders#10249 set customer = (Customers where CustomerID == \"NEW\")", "1 updated"),
      (
        "insert OrderDetails order: Orders#10249, product: Products#11, UnitPrice: 7, Quantity: 3",
        "1 inserted"
      ),
      (
        "insert Orders ShipName: \"n\", orderDetails: [{ product: Products#42, Quantity: 5 }]",
        "2 inserted: 1 Orders, 1 OrderDetails"
      ),
      (
        "update OrderDetails where OrderID == 10248 and ProductID == 42 set Quantity = 99",
        "1 updated"
      ),
      (
        "update OrderDetails where ProductID == 11 set product = Products#42",
        "error: `product` identifies the record and cannot be changed"
      ),
      ("delete OrderDetails where OrderID == 10248 and ProductID == 11", "1 deleted"),
      ("update Customers where CustomerID == \"ALFKI\" set City = \"Köln\"", "1 updated"),
      (
        "update Customers where CustomerID == \"ALFKI\" set customerTypes = [{ CustomerTypeID: \"new\" }]",
        "1 updated, 1 inserted"
      ),
      ("delete Customers where CustomerID == \"ANATR\"", "1 deleted"),
      ("insert OrderSubtotals OrderID: 1", "error: records of OrderSubtotals are read-only"),
      ("delete all OrderSubtotals", "error: records of OrderSubtotals are read-only"),
      ("fetch CurrentProductList", "ProductID,ProductName | 11,Queso"),
    ]
    for (statement, expected) in answers {
      let answer = console.answer(statement)
      #expect(answer.hasPrefix(expected) && !expected.isEmpty, "\(statement): \(answer)")
    }
    #expect(
      try console.sql("SELECT OrderID, ProductID, Quantity FROM \"Order Details\" ORDER BY 1, 2")
        == "10248,42,99 | 10249,11,3 | 10250,42,5"
    )
    #expect(
      try console.sql("SELECT count(*) FROM CustomerCustomerDemo WHERE CustomerID = 'ANATR'") == "0"
    )
    #expect(try console.isSound())
    #expect(console.answer(".check").hasPrefix("no damage"))
  }

  @Test func unusualTablesAreReadAndWritten() throws {
    let console = try PlainConsole(
      Self.tables("relationships") + Self.tables("firefox-places") + """
        INSERT INTO User VALUES (1, 'a@x'), (2, 'b@x');
        INSERT INTO Profile VALUES (2, 'hello');
        INSERT INTO Follow VALUES (1, 2);
        INSERT INTO Line VALUES (7, 1, 'seven'), (7, 2, 'more');
        INSERT INTO Shipment VALUES (1, 7, 2);
        INSERT INTO Message VALUES (1, 'hi', 1, 2, 'b@x', 'u');
        INSERT INTO moz_meta VALUES ('k', 5), ('a', 'text');
        DROP TABLE Badge;
        INSERT INTO Category VALUES (1, 'c', 99);
        CREATE TABLE Gen (id INTEGER PRIMARY KEY, n INT, twice INT AS (n * 2), bad INT);
        INSERT INTO Gen (n, bad) VALUES (4, 'oops');
        """
    )
    let answers = [
      (
        "fetch User select email, profile.bio as bio, followees { email }",
        "email,bio,followees | a@x,,\"[{\"\"email\"\":\"\"b@x\"\"}]\" | b@x,hello,[]"
      ),
      ("fetch User select email, profile.bio as bio", "email,bio | a@x, | b@x,hello"),
      ("fetch Profile select user_id, user.email as e", "user_id,e | 2,b@x"),
      ("insert Profile user: User#1, bio: \"me\"", "1 inserted"),
      ("fetch User where any(followers where email == \"a@x\") select id", "id | 2"),
      ("fetch Shipment select line.what as w, line_no", "w,line_no | more,2"),
      ("insert Shipment line: (Line where line_no == 1)", "1 inserted"),
      (
        "insert Shipment line: (Line where line_no == 1), line_no: 3",
        "error: `line_no` is read-only"
      ),
      ("fetch Message select userEmail.id as i, sender.email as s", "i,s | 2,a@x"),
      ("fetch moz_meta sort key select key, value", "key,value | a,text | k,5"),
      ("insert moz_meta key: \"m\", value: \"x\"", "1 inserted"),
      ("update moz_meta where key == \"k\" set value = \"6\"", "1 updated"),
      ("delete moz_meta where key == \"a\"", "1 deleted"),
      ("fetch Gen select n, twice, bad", "n,twice,bad | 4,8,"),
      ("update Gen#1 set n = 5", "1 updated"),
      ("fetch Gen select twice", "twice | 10"),
      ("update Gen#1 set twice = 5", "error: `twice` is read-only"),
      ("insert Gen n: 1", "1 inserted"),
      ("update Message#1 set userEmail = nil", "1 updated"),
      ("delete User#2", "2 deleted: 1 User, 1 Profile by cascade"),
    ]
    for (statement, expected) in answers {
      let answer = console.answer(statement)
      #expect(answer.hasPrefix(expected) && !expected.isEmpty, "\(statement): \(answer)")
    }
    #expect(try console.sql("SELECT * FROM Profile") == "1,me")
    #expect(try console.sql("SELECT * FROM Shipment ORDER BY 1") == "1,7,2 | 2,7,1")
    #expect(try console.sql("SELECT key, value FROM moz_meta ORDER BY 1") == "k,6 | m,x")
    #expect(try console.sql("SELECT count(*) FROM Follow") == "0")
    let check = console.answer(".check")
    #expect(
      check.contains("Category#1.parent references Category#99, which does not exist"),
      "\(check)"
    )
    #expect(check.contains("Gen#1.bad is not a valid Int ('oops')"), "\(check)")
  }

  @Test func nothingIsWrittenToFilesOpenedForReading() throws {
    let console = try PlainConsole(
      "CREATE TABLE T (a INT); INSERT INTO T VALUES (1);",
      isReadOnly: true
    )
    #expect(console.answer("fetch T") == "a | 1")
    #expect(console.answer("update all T set a = 2").hasPrefix("error"))
    #expect(try console.sql("SELECT a FROM T") == "1")
  }
}
