import Foundation
import Model
import NativeStores
import SQLGeneration
import Storage
import Synchronization

/// What the catalogue says about the columns of tables that are written. It is read when a table is
/// written for the first time.
final class ColumnFacts: Sendable {
  struct Fact: Sendable {
    /// The server's number for the type, or for the type below a domain.
    let type: Int64
    /// The type in SQL, or the one below a domain. It has no length: values that are too long are
    /// an error of the column, and a cast to a type with a length would cut them.
    let typeName: String
    /// The sequence that numbers new rows, as a literal.
    let sequence: String?
    /// Whether new rows get a value if none is given.
    let hasDefault: Bool

    /// The kind of its binary form; nil if values are written as text.
    var kind: BinaryKind? { BinaryKind(type) }
  }

  private let tables = Mutex<[String: [String: Fact]]>([:])

  /// The columns of a table by name.
  func columns(of table: String, _ connection: ServerConnection) throws(ServerFailure) -> [String:
    Fact]
  {
    if let known = tables.withLock({ $0[table] }) { return known }
    let result = try connection.run(
      SQLFragment(
        """
        SELECT a.attname, (coalesce(nullif(t.typbasetype, 0), t.oid))::int8,
        format_type(coalesce(nullif(t.typbasetype, 0), t.oid), -1),
        pg_get_serial_sequence(a.attrelid::regclass::text, a.attname),
        d.adbin IS NOT NULL OR a.attidentity <> '',
        substring(pg_get_expr(d.adbin, d.adrelid) from $re$^nextval\\('(.*)'::regclass\\)$$re$)
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid =
        """,
        "::regclass",
        binding: .text(table)
      )
    )
    var facts: [String: Fact] = [:]
    for row in 0..<result.rowCount {
      facts[result.text(row, 0) ?? ""] = Fact(
        type: result.cell(row, 1).flatMap { ServerKind.int8.integer($0) } ?? 0,
        typeName: result.text(row, 2) ?? "text",
        sequence: result.text(row, 3) ?? result.text(row, 5)?.replacing("''", with: "'"),
        hasDefault: result.cell(row, 4)?.first == 1
      )
    }
    let found = facts
    tables.withLock { $0[table] = found }
    return found
  }
}
