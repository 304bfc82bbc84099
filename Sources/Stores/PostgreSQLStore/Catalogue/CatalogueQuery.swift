import SQLGeneration

/// The statements that read a database's catalogue, sent in one round trip.
enum CatalogueQuery {
  /// The settings of a session: those that change the text of values, and the schema.
  static func settings(_ schema: String?, isReadOnly: Bool, timeout: Double) -> String {
    var settings = [
      "DateStyle = 'ISO, MDY'", "IntervalStyle = 'postgres'", "TimeZone = 'UTC'",
      "extra_float_digits = 1", "bytea_output = 'hex'", "standard_conforming_strings = on",
    ]
    if let schema {
      settings.append("search_path = \(schema.quotedForSQL), public")
    }
    if isReadOnly { settings.append("default_transaction_read_only = on") }
    let optional = Self.optional.map { "('\($0)', '\($1)')" }.sorted().joined(separator: ", ")
    return settings.map { "SET \($0); " }.joined()
      + "SELECT set_config(name, value, false) FROM (VALUES \(optional)) AS s (name, value)"
      + " WHERE current_setting(name, true) IS NOT NULL; \(lockTimeout(timeout)); "
      + "SELECT to_regproc('pg_catalog.pg_export_snapshot') IS NOT NULL,"
      + " EXISTS (\(schemas(of: distributingFunction))),"
      + " to_regproc('pg_catalog.pg_notify') IS NOT NULL,"
      + " current_setting('transaction_read_only', true) = 'on'"
  }

  /// The statement that sets how long to wait for locked rows; some engines lack the setting.
  static func lockTimeout(_ seconds: Double) -> String {
    let milliseconds = Int(min(max(seconds, 0), 1_000_000) * 1000)
    return "SELECT set_config('lock_timeout', '\(max(1, milliseconds))', false)"
      + " WHERE current_setting('lock_timeout', true) IS NOT NULL"
  }

  /// The function of engines that distribute the rows of tables among several servers.
  static let distributingFunction = "create_distributed_table"
  /// The one that copies a table to all servers.
  static let replicatingFunction = "create_reference_table"

  /// The query for the SQL schemas with a function that the user may call, the server's own first.
  ///
  /// The function gets the rights of the user, so only those of extensions and superusers count.
  /// The server might choose another function of this name in the same schema.
  static func schemas(of function: String) -> String {
    """
    SELECT f.pronamespace::regnamespace::text FROM pg_proc f JOIN pg_roles r ON r.oid = f.proowner
    WHERE f.proname = \(function.literalForSQL) GROUP BY f.pronamespace
    HAVING bool_or(has_function_privilege(f.oid, 'EXECUTE'))
    AND bool_and(r.rolsuper OR EXISTS (SELECT 1 FROM pg_depend d
      WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e'))
    ORDER BY f.pronamespace <> 'pg_catalog'::regnamespace, 1 LIMIT 1
    """
  }

  /// Settings that other engines with this protocol may lack. Partitions on other servers compute
  /// their groups and joins themselves. Citus refuses to change several tables in parallel if one
  /// references another.
  private static let optional: KeyValuePairs = [
    "citus.multi_shard_modify_mode": "sequential", "cursor_tuple_fraction": "1",
    "enable_partitionwise_aggregate": "on", "enable_partitionwise_join": "on",
  ]

  /// Tables and views, their columns, constraints, indexes, types, enums and composites, and the
  /// tables that the user may not read.
  static let statements = [
    tables, columns, constraints, indexes, types, enums, composites, unreadable,
  ]
  /// The place of the tables that the user may not read.
  static let unreadablePlace = 7

  private static let isReadable =
    "has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')"

  private static let relations = "\(allRelations) AND \(isReadable)"

  /// A superset of ``relations`` that takes less time to find.
  private static let candidates = """
    SELECT c.* FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND c.relnamespace NOT IN (SELECT oid FROM pg_namespace
      WHERE nspname = 'information_schema' OR nspname ~ '^pg_(catalog|toast|temp)')
    """

  /// Native stores are opened by their SQL schema; changes must not go around their history.
  private static let allRelations = """
    SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
      AND d.objid = c.oid AND d.deptype = 'e')
    AND NOT EXISTS (SELECT 1 FROM pg_class m WHERE m.relnamespace = c.relnamespace
      AND m.relname = 'martlet_store')
    """

  private static let tables = """
    SELECT c.oid, n.nspname, c.relname, c.relkind, pg_table_is_visible(c.oid),
    obj_description(c.oid, 'pg_class'), c.relkind = 'r' AND c.relhassubclass
      AND EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhparent = c.oid)
    FROM (\(relations)) c JOIN pg_namespace n ON n.oid = c.relnamespace
    ORDER BY pg_table_is_visible(c.oid) DESC, n.nspname, c.relname
    """

  private static let columns = """
    SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull,
    a.attgenerated <> '' OR a.attidentity = 'a', a.attidentity <> '',
    pg_get_expr(d.adbin, d.adrelid), coalesce(l.collisdeterministic, true), k.description
    FROM pg_attribute a JOIN (\(candidates)) c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    LEFT JOIN pg_description k ON k.objoid = a.attrelid AND k.objsubid = a.attnum
      AND k.classoid = 'pg_class'::regclass
    WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum
    """

  private static let constraints = """
    SELECT k.conrelid, k.contype, array_to_string(k.conkey, ' '), k.confrelid,
    array_to_string(k.confkey, ' '), k.confdeltype, k.convalidated,
    CASE WHEN k.contype IN ('c', 'x') THEN pg_get_constraintdef(k.oid) END
    FROM pg_constraint k JOIN (\(candidates)) c ON c.oid = k.conrelid
    WHERE k.contype IN ('p', 'f', 'c', 'x') AND k.conparentid = 0 ORDER BY k.conrelid, k.conkey, k.oid
    """

  private static let indexes = """
    SELECT i.indrelid, x.relname, i.indisunique AND i.indisvalid AND i.indimmediate,
    i.indisprimary, i.indpred IS NOT NULL OR i.indexprs IS NOT NULL
    OR i.indcollation::oid[] && ARRAY(SELECT oid FROM pg_collation WHERE NOT collisdeterministic),
    array_to_string((i.indkey::int2[])[0:i.indnkeyatts - 1], ' ')
    FROM pg_index i JOIN (\(candidates)) c ON c.oid = i.indrelid
    JOIN pg_class x ON x.oid = i.indexrelid ORDER BY i.indrelid, i.indexrelid
    """

  private static let types = """
    SELECT t.oid, t.typname, t.typtype, t.typbasetype, t.typelem, t.typcategory, t.typtypmod,
    t.typnotnull, n.nspname = 'pg_catalog'
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE t.typtype <> 'c' AND (t.typcategory <> 'A' OR NOT EXISTS (
      SELECT 1 FROM pg_type e WHERE e.oid = t.typelem AND e.typtype = 'c'))
    """

  private static let unreadable = """
    SELECT c.oid::regclass FROM (\(allRelations) AND NOT (\(isReadable))) c ORDER BY c.relname
    """

  private static let composites = """
    SELECT t.oid, t.typname, a.attname, a.atttypid, a.atttypmod, coalesce(l.collisdeterministic, true)
    FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid AND c.relkind = 'c'
    JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY t.oid, a.attnum
    """

  private static let enums = """
    SELECT e.enumtypid, e.enumlabel FROM pg_enum e ORDER BY e.enumtypid, e.enumsortorder
    """
}
