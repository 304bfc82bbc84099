import Expressions
import GRDB
import Model
import SQLGeneration
import Storage

/// The parts of requests that SQLite executes.
extension FileSnapshot {
  func supportedParts(
    of request: Storage.FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    var supported = translator(model.mapping).supportedParts(
      of: request,
      conjuncts: conjuncts,
      moment: moment
    )
    let taken = zip(conjuncts, supported.conjuncts).filter { $1 != .unsupported }.map(\.0)
    let query = StoreQuery(
      entity: request.entity,
      conditions: taken,
      sort: supported.sort ? request.sort : [],
      moment: moment
    )
    let nothing = Pushdown(conjuncts: Array(repeating: .unsupported, count: conjuncts.count))
    if !query.isPlain, !isPrepared(query) { return nothing }
    supported.groups =
      supported.conjuncts.allSatisfy { $0 == .exact } && makesGroups(request.grouping, query)
    var asked = query
    if supported.groups { asked.grouping = request.grouping }
    // Errors are reported when the request is executed.
    let isEngineSooner = !asked.isPlain && (try? self.isEngineSooner(request, asked)) == true
    return isEngineSooner ? nothing : supported
  }

  func count(of query: StoreQuery) throws -> Int {
    if query.isPlain { return try count(of: query.entity) }
    guard let sql = try translator(for: query).count(query) else { throw UnsupportedPushdown() }
    return try connection.perform { db in Int(try db.number(sql.text, sql.arguments)) }
  }

  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    if query.isPlain { return try scan(query.entity, sources) }
    guard let (sql, list) = try select(query, sources) else { throw UnsupportedPushdown() }
    return try StatementReader(sql.text, list, self, arguments: sql.arguments)
  }

  /// The SELECT of a query, and how to read its columns; nil if SQL cannot express it.
  func select(
    _ query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> (sql: SQLFragment, list: SelectList)? {
    let list = try SelectList(
      sources,
      of: query.entity,
      as: SQLTranslator.outermostAlias,
      in: model
    )
    let sql = try translator(for: query).select(query) { table in
      [table.rowNumber] + list.expressions.map { SQLFragment($0) }
    }
    return sql.map { ($0, list) }
  }

  /// The translator for a query that is executed.
  func translator(for query: StoreQuery) throws -> SQLTranslator {
    translator(try mapping(for: query))
  }

  private func translator(_ mapping: PhysicalMapping) -> SQLTranslator {
    SQLTranslator(
      schema: model.schema,
      mapping: mapping,
      ordersTextByScalars: model.isUTF8
    )
  }

  /// Whether SQLite accepts the statement: it limits joins, depth and length.
  private func isPrepared(_ query: StoreQuery) -> Bool {
    guard let sql = translator(model.mapping).select(query, columns: { [$0.rowNumber] }) else {
      return false
    }
    return (try? connection.perform { db in _ = try db.makeStatement(sql: sql.text) }) != nil
  }
}

extension SQLFragment {
  /// The bindings as arguments of a statement.
  var arguments: StatementArguments {
    StatementArguments(bindings.map(\.databaseValue))
  }
}

extension SQLValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text), .typed(let text, _): text.databaseValue
    case .blob(let data): data.databaseValue
    }
  }
}
