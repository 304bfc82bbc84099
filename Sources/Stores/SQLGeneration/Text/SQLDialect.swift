/// The SQL of a database. Differences are here and where a translation asks for them.
package enum SQLDialect: Hashable, Sendable {
  case sqlite
  /// PostgreSQL and engines that speak its SQL.
  case postgreSQL

  /// An `=` for which NULL equals NULL.
  var same: String { self == .sqlite ? " IS " : " IS NOT DISTINCT FROM " }

  /// The opposite of ``same``.
  var different: String { self == .sqlite ? " IS NOT " : " IS DISTINCT FROM " }

  /// Compares strings by their bytes; empty if that is the default.
  package var byBytes: String { self == .sqlite ? "" : " COLLATE \"C\"" }

  /// The type of Doubles.
  var real: String { self == .sqlite ? "REAL" : "double precision" }

  /// The function that finds a string in another one.
  var position: String { self == .sqlite ? "instr" : "strpos" }
}
