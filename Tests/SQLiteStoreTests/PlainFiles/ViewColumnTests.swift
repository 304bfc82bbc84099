import Model
import SQLiteStore
import Testing

/// The computed columns of views, which have no declared type.
@Suite struct ViewColumnTests {
  @Test func columnsOfNumbersAreNumbers() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE T (name TEXT, n INT);
      INSERT INTO T VALUES ('a', 1), ('b', 2), ('b', NULL);
      CREATE VIEW Totals AS
        SELECT name, count(*) AS count, avg(n) AS mean, name || '!' AS loud,
          CASE name WHEN 'a' THEN 1 ELSE 2.5 END AS mixed, NULL AS empty,
          CASE name WHEN 'a' THEN 1 ELSE 'x' END AS odd
        FROM T GROUP BY name;
      """
    )
    let types = console.store.schema.entity("Totals")?.attributes.map { "\($0.name) \($0.type)" }
    #expect(
      types == [
        "name String", "count Int", "mean Double", "loud String", "mixed Double",
        "empty String", "odd String",
      ]
    )
    #expect(
      console.answer("fetch Totals where count > 1 and mean == 2.0 select loud, odd, mixed")
        == "loud,odd,mixed | b!,x,2.5"
    )
  }

  /// A type that only some of many rows have is not taken as the type of all.
  @Test func viewsOfManyRowsHaveNoTypes() throws {
    let console = try PlainConsole(
      """
      CREATE TABLE T (n INTEGER PRIMARY KEY);
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10100)
      INSERT INTO T SELECT n FROM numbers;
      CREATE VIEW Odd AS SELECT n, CASE WHEN n < 10050 THEN 1 ELSE 'text' END AS v FROM T;
      """
    )
    #expect(console.answer("fetch Odd where n in [1, 10099] select v") == "v | 1 | text")
  }

  /// A file is opened in the same time whatever its views have to compute.
  @Test func slowResultsHaveNoType() throws {
    let console = try PlainConsole(
      """
      CREATE VIEW Endless AS
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
        SELECT sum(n) AS total FROM numbers;
      CREATE VIEW Large AS SELECT length(hex(zeroblob(400000000))) AS size;
      """
    )
    for name in ["Endless", "Large"] {
      #expect(console.store.schema.entity(name)?.attributes.map(\.type) == [.string])
    }
  }
}
