import Expressions
import Model
import Storage

/// Writes the parts of a SELECT.
///
/// The record of a scope is a table in FROM. A record related to it by to-one steps is another
/// table, joined when it is first read.
struct QueryWriter {
  let translator: SQLTranslator
  let moment: EvaluationContext?
  /// Whether everything written so far is exact; otherwise a condition may accept more records.
  private(set) var isExact = true
  /// Whether the next condition may accept more records than the expression.
  private var mayWiden = true
  /// Whether aggregates of related records are needed for all records of the query. Then all of
  /// them are computed at once.
  var readsAllMembers = false
  /// Whether totals of groups may fail for unusual values.
  var hasQuickTotals = false
  /// The values of the attributes of groups.
  var groupValues: [AttributePath: SQLOperand] = [:]
  private var scopes: [Scope] = []
  /// The scopes by level, as indices in `scopes`.
  private var levels: [Int] = []
  private var tableCount = 0

  /// A table in FROM with the tables joined to it.
  struct Scope {
    let table: SQLTable
    var joined: [RecordExpression: SQLTable] = [:]
    var joins: [SQLFragment] = []
  }

  init(_ translator: SQLTranslator, moment: EvaluationContext?) {
    self.translator = translator
    self.moment = moment
  }

  var dialect: SQLDialect { translator.dialect }

  // MARK: - Tables

  /// A table with a new alias for records of `entity`.
  mutating func makeTable(_ entity: String) throws(Untranslatable) -> SQLTable {
    guard let mapping = translator.mapping.entities[entity] else { throw Untranslatable() }
    if case .numbered = mapping.source, dialect == .sqlite { throw Untranslatable() }
    return SQLTable(mapping, alias: makeAlias(), dialect: dialect)
  }

  /// An alias that is not used in the query yet.
  mutating func makeAlias() -> String {
    defer { tableCount += 1 }
    return "t\(tableCount)"
  }

  /// The result of `write`, where `table` contains the record of scope `level`, and the required
  /// joins.
  mutating func within<Written>(
    _ table: SQLTable,
    level: Int,
    _ write: (inout QueryWriter) throws(Untranslatable) -> Written
  ) throws(Untranslatable) -> (written: Written, joins: [SQLFragment]) {
    guard level <= levels.count else { throw Untranslatable() }
    let outer = levels
    defer { levels = outer }
    levels = levels.prefix(level) + [scopes.count]
    let place = scopes.count
    scopes.append(Scope(table: table))
    let written = try write(&self)
    return (written, scopes[place].joins)
  }

  /// The table whose row is `record`; its row number is NULL without a record.
  mutating func table(of record: RecordExpression) throws(Untranslatable) -> SQLTable {
    let place = try scope(of: record)
    if let table = scopes[place].joined[record] { return table }
    guard case .toOne(let relationship, let base) = record else { return scopes[place].table }
    let owner = try table(of: base)
    // If only the inverse has columns, several records may reference this one.
    guard let link = owner.mapping.toOnes[relationship.name], !link.columns.isEmpty else {
      throw Untranslatable()
    }
    let table = try makeTable(relationship.destination)
    let condition = table.isTarget(of: link, from: owner)
    scopes[place].joins.append("LEFT JOIN " + table.declaration + " ON " + condition)
    scopes[place].joined[record] = table
    if scopes.reduce(0, { $0 + $1.joins.count }) > SQLTranslator.maxJoins {
      throw Untranslatable()
    }
    return table
  }

  private func scope(of record: RecordExpression) throws(Untranslatable) -> Int {
    switch record {
    case .scope(let level, _):
      guard levels.indices.contains(level), levels[level] != Self.hidden else {
        throw Untranslatable()
      }
      return levels[level]
    case .toOne(_, let base):
      return try scope(of: base)
    }
  }

  // MARK: - Exactness

  /// Records that a condition accepts more records than the expression; throws if it must not.
  mutating func widen() throws(Untranslatable) {
    guard mayWiden else { throw Untranslatable() }
    isExact = false
  }

  /// The result of `write`, where every condition must be exact.
  mutating func exactly<Written>(
    _ write: (inout QueryWriter) throws(Untranslatable) -> Written
  ) throws(Untranslatable) -> Written {
    let outer = mayWiden
    defer { mayWiden = outer }
    mayWiden = false
    return try write(&self)
  }

  // MARK: - Queries within

  /// The place of a scope whose records cannot be read.
  private static let hidden = -1

  /// The result of `write`, where `table` contains the record of scope `level` and no outer record
  /// can be read, and the required joins.
  mutating func within<Written>(
    _ table: SQLTable,
    hidingOuterLevels level: Int,
    _ write: (inout QueryWriter) throws(Untranslatable) -> Written
  ) throws(Untranslatable) -> (written: Written, joins: [SQLFragment]) {
    let outer = levels
    defer { levels = outer }
    levels = Array(repeating: Self.hidden, count: level)
    return try within(table, level: level, write)
  }

  /// Adds a join to the table of an outermost record.
  mutating func addJoin(_ join: SQLFragment, to record: RecordExpression) throws(Untranslatable) {
    scopes[try scope(of: record)].joins.append(join)
  }

  /// The result of `write` for a subquery that reads no outer record.
  mutating func independently<Written>(
    _ write: (inout QueryWriter) throws(Untranslatable) -> Written
  ) throws(Untranslatable) -> Written {
    let outer = levels
    defer { levels = outer }
    levels = []
    return try write(&self)
  }
}
