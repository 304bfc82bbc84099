import Expressions
import Model
import Storage

/// Writes the parts of one SELECT.
///
/// A record of a scope is a table of a FROM; one behind to-one steps is another table of the same
/// FROM, joined where it is first read.
struct QueryWriter {
  let translator: SQLTranslator
  let moment: EvaluationContext?
  /// Whether all that was written so far is exactly what the expressions mean; else a condition may
  /// hold for more records.
  private(set) var isExact = true
  /// Whether a condition that is written now may hold for more records than the expression.
  private var mayWiden = true
  private var scopes: [Scope] = []
  /// The scopes by their levels, as places in `scopes`.
  private var levels: [Int] = []
  private var tableCount = 0

  /// A table of a FROM with those that are joined to it.
  struct Scope {
    let table: SQLTable
    var joined: [RecordExpression: SQLTable] = [:]
    var joins: [SQLFragment] = []
  }

  init(_ translator: SQLTranslator, moment: EvaluationContext?) {
    self.translator = translator
    self.moment = moment
  }

  // MARK: - Tables

  /// A table for records of `entity` under a name of its own.
  mutating func makeTable(_ entity: String) throws(Untranslatable) -> SQLTable {
    guard let mapping = translator.mapping.entities[entity], case .table = mapping.source else {
      throw Untranslatable()
    }
    return SQLTable(mapping, alias: makeAlias())
  }

  /// A name that no other table of the query has.
  mutating func makeAlias() -> String {
    defer { tableCount += 1 }
    return "t\(tableCount)"
  }

  /// What `write` writes where `table` stands for the record of scope level `level`, with the joins
  /// that it needs.
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

  /// The table whose row is `record`; its row's number is NULL where there is no record.
  mutating func table(of record: RecordExpression) throws(Untranslatable) -> SQLTable {
    let place = try scope(of: record)
    if let table = scopes[place].joined[record] { return table }
    guard case .toOne(let relationship, let base) = record else { return scopes[place].table }
    let owner = try table(of: base)
    // Where the other end keeps the relationship, nothing says that only one record leads here.
    guard let link = owner.mapping.toOnes[relationship.name], !link.columns.isEmpty else {
      throw Untranslatable()
    }
    let table = try makeTable(relationship.destination)
    let condition = table.isTarget(of: link, from: owner)
    scopes[place].joins.append("LEFT JOIN " + table.declaration + " ON " + condition)
    scopes[place].joined[record] = table
    if scopes.reduce(0, { $0 + $1.joins.count }) > SQLTranslator.mostJoins {
      throw Untranslatable()
    }
    return table
  }

  private func scope(of record: RecordExpression) throws(Untranslatable) -> Int {
    switch record {
    case .scope(let level, _):
      guard levels.indices.contains(level) else { throw Untranslatable() }
      return levels[level]
    case .toOne(_, let base):
      return try scope(of: base)
    }
  }

  // MARK: - Exactness

  /// Notes that a condition holds for more records than it should; refuses where it must not.
  mutating func widen() throws(Untranslatable) {
    guard mayWiden else { throw Untranslatable() }
    isExact = false
  }

  /// What `write` writes where every condition has to be exact.
  mutating func exactly<Written>(
    _ write: (inout QueryWriter) throws(Untranslatable) -> Written
  ) throws(Untranslatable) -> Written {
    let outer = mayWiden
    defer { mayWiden = outer }
    mayWiden = false
    return try write(&self)
  }

  // MARK: - Queries within

  /// What `write` writes for a query that reads nothing around it.
  mutating func apart<Written>(
    _ write: (inout QueryWriter) throws(Untranslatable) -> Written
  ) throws(Untranslatable) -> Written {
    let outer = levels
    defer { levels = outer }
    levels = []
    return try write(&self)
  }
}
