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

  /// A file is opened in the same time whatever its views have to compute.
  @Test func whatTakesLongHasNoType() throws {
    let console = try PlainConsole(
      """
      CREATE VIEW Endless AS
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
        SELECT sum(n) AS total FROM numbers;
      """
    )
    #expect(console.store.schema.entity("Endless")?.attributes.map(\.type) == [.string])
  }
}
