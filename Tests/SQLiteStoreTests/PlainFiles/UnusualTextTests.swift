import Testing

/// Text values that only SQLite considers valid text.
@Suite struct UnusualTextTests {
  private let odd = """
    CREATE TABLE T (id INTEGER PRIMARY KEY, v TEXT);
    INSERT INTO T VALUES (1, 'plain'), (2, CAST(x'61FF62' AS TEXT)), (3, x'FF'), (4, NULL),
      (5, CAST(x'6FEFBFBD' AS TEXT));
    """

  /// Latin-1 in an old file is read as far as it can be, and found by `.check`; U+FFFD that was meant is
  /// no damage.
  @Test func invalidTextBytesAreReported() throws {
    let console = try PlainConsole(odd)
    #expect(
      console.answer("fetch T where v != nil select v") == "v | plain | a\u{FFFD}b | o\u{FFFD}"
    )
    let problems = console.answer(".check")
    #expect(
      problems.contains(
        "T#2.v contains invalid UTF-8, read as \u{FFFD}: 'a\u{FFFD}b'"
      ),
      "\(problems)"
    )
    #expect(problems.contains("T#3.v is not a valid String (a BLOB of 1 byte) and reads as nil"))
    #expect(problems.contains("2 problems in 5 records"))
    #expect(try console.sql("SELECT hex(v) FROM T WHERE id = 2") == "61FF62")
  }

  /// A pending change replaces the invalid text.
  @Test func editedStringsAreNotReported() throws {
    let console = try PlainConsole(odd)
    _ = console.answer("begin")
    _ = console.answer("update T#2 set v = \"ab\"")
    #expect(console.answer(".check").contains("1 problem in 5 records"))
  }
}
