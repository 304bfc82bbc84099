package import Expressions
package import Model
package import Storage

/// Translates queries to SQL with the same results as the scalar evaluator's.
///
/// It rejects everything that the database cannot answer exactly: the standard order of strings,
/// case-insensitive matches beyond ASCII, Decimals, sums, and expressions that can fail.
package struct SQLTranslator: Sendable {
  /// The alias of the outermost table.
  package static let outermostAlias = "t0"
  /// The maximum number of joined tables; SQLite's limit is 64.
  static let maxJoins = 30
  /// The maximum number of list elements that become bindings.
  static let maxElements = 4000
  /// The maximum depth of an expression: SQLite's parser has a stack of 100 symbols.
  static let maxLevels = 16

  let entities: [String: Entity]
  let mapping: PhysicalMapping
  /// Whether strings are stored as UTF-8, so that SQLite orders them by their scalars.
  let ordersTextByScalars: Bool
  let dialect: SQLDialect

  package init(
    schema: Schema,
    mapping: PhysicalMapping,
    ordersTextByScalars: Bool = true,
    dialect: SQLDialect = .sqlite
  ) {
    self.dialect = dialect
    entities = Dictionary(keepingFirst: schema.storedEntities.map { ($0.name, $0) })
    self.mapping = mapping
    self.ordersTextByScalars = ordersTextByScalars
  }

  /// The parts of a request that SQL can execute. `conjuncts` are those of its predicate.
  package func supportedParts(
    of request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    var supported = Pushdown(
      conjuncts: conjuncts.map { answer($0, of: request.entity, moment) }
    )
    let sorted = StoreQuery(entity: request.entity, sort: request.sort, moment: moment)
    supported.sort = canSort(sorted)
    supported.limit = supported.sort && supported.conjuncts.allSatisfy { $0 == .exact }
    return supported
  }

  private func canSort(_ query: StoreQuery) -> Bool {
    // Rows without a key have numbers in their own order only.
    mapping.entities[query.entity]?.identityOrder(as: Self.outermostAlias, dialect) != nil
      && select(query, columns: { _ in [SQLFragment("1")] }) != nil
  }

  private func answer(
    _ conjunct: TypedExpression,
    of entity: String,
    _ moment: EvaluationContext
  ) -> Pushdown.Answer {
    if conjunct.extent.height > Self.maxLevels { return .unsupported }
    var writer = QueryWriter(self, moment: moment)
    let query = StoreQuery(entity: entity, conditions: [conjunct], moment: moment)
    do throws(Untranslatable) {
      _ = try writer.select(query, isOrdered: false) { _ in [SQLFragment("1")] }
      return writer.isExact ? .exact : .inexact
    } catch {
      return .unsupported
    }
  }

  /// The SELECT of a query's records in order, one line a clause; nil if SQL cannot express it.
  package func select(
    _ query: StoreQuery,
    columns: (SQLTable) -> [SQLFragment]
  ) -> SQLFragment? {
    var writer = QueryWriter(self, moment: query.moment)
    return try? writer.select(query, separator: "\n", columns: columns)
  }

  /// The SELECT of a query's groups; nil if SQL cannot express it.
  ///
  /// - Parameter isQuick: Whether totals may fail for unusual values.
  package func groups(_ query: StoreQuery, isQuick: Bool = false) -> SQLGroups? {
    guard let grouping = query.grouping else { return nil }
    var writer = QueryWriter(self, moment: query.moment)
    writer.hasQuickTotals = isQuick
    return try? writer.groups(query, grouping)
  }

  /// The SELECT of the number of a query's records; nil if SQL cannot express it.
  package func count(_ query: StoreQuery) -> SQLFragment? {
    var writer = QueryWriter(self, moment: query.moment)
    let isCut = query.limit != nil || query.offset > 0
    let counted = try? writer.select(query, isOrdered: false, separator: "\n") { _ in
      [SQLFragment(isCut ? "1" : "count(*)")]
    }
    return isCut ? counted.map { "SELECT count(*) FROM (" + $0 + ") AS found" } : counted
  }
}
