import Testing

/// Decimals in columns of NUMERIC affinity, where SQLite keeps an INTEGER or a REAL.
@Suite struct DecimalColumnTests {
  @Test(arguments: [
    ("0.1", "0.1"), ("12", "12"), ("-7.25", "-7.25"), ("123456789012345678", "123456789012345678"),
  ])
  func resultsReadTwiceAreWritten(number: String, stored: String) throws {
    let console = try PlainConsole(
      "CREATE TABLE Item (id INTEGER PRIMARY KEY, price NUMERIC(30,19))"
    )
    #expect(console.answer("insert Item price: decimal \"\(number)\"") == "1 inserted")
    #expect(console.answer("fetch Item select price") == "price | \(number)")
    #expect(try console.sql("SELECT price FROM Item") == stored)
  }

  @Test(arguments: ["1.2345678901234567891", "123456789012345678.91"])
  func lossOfDigitsIsRejected(number: String) throws {
    let console = try PlainConsole(
      """
      CREATE TABLE Item (id INTEGER PRIMARY KEY, price NUMERIC(30,19));
      INSERT INTO Item VALUES (1, 5);
      """
    )
    let answer = console.answer("update Item#1 set price = decimal \"\(number)\"")
    #expect(answer.hasPrefix("error: a value does not fit"), "\(answer)")
    #expect(try console.sql("SELECT price FROM Item") == "5")
  }

  @Test func onlyNumbersInDigitsAreValid() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE Item (id INTEGER PRIMARY KEY, price DECIMAL(10,2));
      INSERT INTO Item VALUES (1, '0x1F'), (2, 'inf'), (3, '1e2'), (4, 'x'), (5, '1.5 ');
      """
    )
    #expect(
      console.answer("fetch Item where price is not nil select id, price").hasPrefix(
        "id,price | 3,100"
      )
    )
    #expect(console.answer(".check").contains("Item#1.price is not a valid Decimal ('0x1F')"))
  }
}
