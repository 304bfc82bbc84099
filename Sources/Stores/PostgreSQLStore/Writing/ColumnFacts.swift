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
    /// Whether the server stores all values as they are written: no trigger changes them, and no
    /// digits are cut.
    let keepsValues: Bool
    /// Whether COPY may write the table. Row-level security forbids it, and it ignores rules.
    let allowsCopy: Bool
    /// The labels of an enum; nil for other types.
    let labels: [String]?

    /// The kind of its binary form; nil if values are written as text.
    var kind: BinaryKind? { BinaryKind(type) }
  }

  private let tables = Mutex<[String: [String: Fact]]>([:])

  /// The server's numbers for types that store all values as they are written: `bool`, `bytea`,
  /// `int8`, `int2`, `int4`, `text`, `float8`, `varchar`, `timestamp`, `timestamptz`, `numeric`,
  /// `uuid`.
  private static let exact = "16,17,20,21,23,25,701,1043,1114,1184,1700,2950"

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
        substring(pg_get_expr(d.adbin, d.adrelid) from $re$^nextval\\('(.*)'::regclass\\)$$re$),
        (t.typtype = 'e' OR a.atttypmod = -1 AND t.typtypmod = -1
            AND coalesce(nullif(t.typbasetype, 0), t.oid) = ANY('{\(Self.exact)}'::oid[]))
          AND c.relkind <> 'f' AND NOT c.relhasrules
          AND NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE NOT g.tgisinternal AND (
            g.tgrelid = c.oid OR g.tgrelid IN (
              SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = c.oid))),
        NOT c.relrowsecurity AND NOT c.relhasrules,
        (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder)::text FROM pg_enum e
          WHERE e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid))
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid =
        """,
        """
        ::regclass UNION ALL
        SELECT a.attname || '.' || f.attname, (coalesce(nullif(t.typbasetype, 0), t.oid))::int8,
        format_type(coalesce(nullif(t.typbasetype, 0), t.oid), -1), NULL, false, NULL, false, false,
        NULL
        FROM pg_attribute a JOIN pg_type d ON d.oid = a.atttypid
        JOIN pg_type c ON c.oid = coalesce(nullif(d.typbasetype, 0), d.oid) AND c.typtype = 'c'
        JOIN pg_attribute f ON f.attrelid = c.typrelid AND f.attnum > 0 AND NOT f.attisdropped
        JOIN pg_type t ON t.oid = f.atttypid
        WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid =
        """,
        "::regclass",
        binding: .text(table),
        .text(table)
      )
    )
    var facts: [String: Fact] = [:]
    for row in 0..<result.rowCount {
      facts[result.text(row, 0) ?? ""] = Fact(
        type: result.cell(row, 1).flatMap { ServerKind.int8.integer($0) } ?? 0,
        typeName: result.text(row, 2) ?? "text",
        sequence: result.text(row, 3) ?? result.text(row, 5)?.replacing("''", with: "'"),
        hasDefault: result.cell(row, 4)?.first == 1,
        keepsValues: result.cell(row, 6)?.first == 1,
        allowsCopy: result.cell(row, 7)?.first == 1,
        labels: result.text(row, 8).flatMap {
          try? JSONDecoder().decode([String].self, from: Data($0.utf8))
        }
      )
    }
    let found = facts
    tables.withLock { $0[table] = found }
    return found
  }
}
