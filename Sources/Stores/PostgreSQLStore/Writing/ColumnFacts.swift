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
    /// Whether new rows get a value when the statement gives none.
    let hasDefault: Bool
    /// Whether the server stores all values as they are written: no trigger changes them, and no
    /// digits are cut.
    let keepsValues: Bool
    /// Whether COPY may write the table. Row-level security forbids it, and it ignores rules.
    let allowsCopy: Bool
    /// The labels of an enum; nil for other types.
    let labels: [String]?
    /// The type in SQL, with its length and as a domain.
    let fullTypeName: String
    /// The default in SQL; nil without one.
    let defaultText: String?
    /// Whether the table has triggers that may skip rows.
    let hasTriggers: Bool
    /// The most characters of a string; nil for any number.
    let maxLength: Int?
    /// Whether an index contains the column.
    let isIndexed: Bool

    /// Whether the user may lock rows, which only those who update may.
    let mayLock: Bool

    /// Whether the type is one of strings; some compare them without case.
    var comparesStrings: Bool {
      [25, 1043].contains(type) || typeName == "citext" || typeName.hasSuffix(".citext")
    }

    /// The operator that compares values as the database does. Outside of the search path, the
    /// server would compare `citext` as `text`.
    var equality: String {
      guard let schema = typeName.dropSuffix(".citext") else { return "=" }
      return "OPERATOR(\(schema).=)"
    }

    /// The kind of its binary form; nil if values are written as text.
    var kind: BinaryKind? { BinaryKind(type) }
  }

  private let tables = Mutex<[String: [String: Fact]]>([:])
  /// The last numbers that Martlet took from the sequences of tables.
  private let lastNumbers = Mutex<[String: Int64]>([:])

  /// Notes that the sequence of a table has reached a number.
  func note(lastNumber: Int64, of table: String) {
    lastNumbers.withLock { $0[table] = max($0[table] ?? .min, lastNumber) }
  }

  /// Whether the sequence of a table is known to have reached a number.
  func hasReached(_ number: Int64, in table: String) -> Bool {
    lastNumbers.withLock { $0[table].map { number <= $0 } ?? false }
  }

  /// The server's numbers for types that store all values as they are written: `bool`, `bytea`,
  /// `int8`, `int2`, `int4`, `text`, `float8`, `varchar`, `timestamp`, `timestamptz`, `numeric`,
  /// `uuid`.
  private static let exact = "16,17,20,21,23,25,701,1043,1114,1184,1700,2950"

  /// Whether triggers may skip rows of a table, its partitions, or tables that inherit from it:
  /// those that run for each row before a change.
  private static func mayBeSkipped(_ table: String) -> String {
    """
    EXISTS (SELECT 1 FROM pg_trigger g WHERE NOT g.tgisinternal AND g.tgenabled <> 'D'
      AND g.tgtype & 1 = 1 AND g.tgtype & 66 <> 0 AND g.tgrelid IN (
        WITH RECURSIVE tree AS (SELECT \(table) AS id UNION SELECT i.inhrelid
          FROM pg_inherits i JOIN tree ON i.inhparent = tree.id) SELECT id FROM tree))
    """
  }

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
          WHERE e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid)),
        format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END,
        \(Self.mayBeSkipped("c.oid")),
        (CASE WHEN coalesce(nullif(t.typbasetype, 0), t.oid) IN (1042, 1043)
          THEN greatest(a.atttypmod, t.typtypmod) - 4 END)::int8,
        EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND a.attnum = ANY(i.indkey)),
        has_any_column_privilege(c.oid, 'UPDATE')
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid =
        """,
        """
        ::regclass UNION ALL
        SELECT a.attname || '.' || f.attname, (coalesce(nullif(t.typbasetype, 0), t.oid))::int8,
        format_type(coalesce(nullif(t.typbasetype, 0), t.oid), -1), NULL, false, NULL, false, false,
        NULL, format_type(f.atttypid, f.atttypmod), NULL,
        \(Self.mayBeSkipped("a.attrelid")),
        (CASE WHEN coalesce(nullif(t.typbasetype, 0), t.oid) IN (1042, 1043)
          THEN greatest(f.atttypmod, t.typtypmod) - 4 END)::int8, false, true
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
        type: result.withCell(row, 1) { $0.flatMap { ServerKind.int8.integer($0) } } ?? 0,
        typeName: result.text(row, 2) ?? "text",
        sequence: result.text(row, 3) ?? result.text(row, 5)?.replacing("''", with: "'"),
        hasDefault: result.isTrue(row, 4),
        keepsValues: result.isTrue(row, 6),
        allowsCopy: result.isTrue(row, 7),
        labels: result.text(row, 8).flatMap {
          try? JSONDecoder().decode([String].self, from: Data($0.utf8))
        },
        fullTypeName: result.text(row, 9) ?? "text",
        defaultText: result.text(row, 10),
        hasTriggers: result.isTrue(row, 11),
        maxLength: result.withCell(row, 12) { $0.flatMap { ServerKind.int8.integer($0) } }
          .flatMap { $0 > 0 ? Int($0) : nil },
        isIndexed: result.isTrue(row, 13),
        mayLock: result.isTrue(row, 14)
      )
    }
    let found = facts
    tables.withLock { $0[table] = found }
    return found
  }
}

extension String {
  /// The string before `suffix`; nil if it does not end with it.
  fileprivate func dropSuffix(_ suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }
}
