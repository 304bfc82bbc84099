public import Expressions
public import Model
public import Storage

/// Turns requests into SQL that answers exactly what the scalar evaluator does.
///
/// What SQLite has no exact answer for is refused: the order of texts that `sort` has by itself,
/// patterns and texts beyond ASCII where case is ignored, Decimals, sums, and all that can fail.
public struct SQLTranslator: Sendable {
  /// The name of the table whose records are asked.
  public static let outermostAlias = "t0"
  /// So many tables are joined at most; SQLite takes 64.
  static let mostJoins = 30
  /// So many elements of a list become bindings at most.
  static let mostElements = 4000
  /// So many levels has an expression at most: SQLite's parser holds a hundred symbols.
  static let mostLevels = 16

  /// The stored entities by name.
  let entities: [String: Entity]
  /// How they lie in tables.
  let mapping: PhysicalMapping
  /// Whether texts are kept as UTF-8, so that SQLite orders them by their scalars.
  let ordersTextByScalars: Bool

  /// Makes a translator for the stored entities of `schema`.
  public init(schema: Schema, mapping: PhysicalMapping, ordersTextByScalars: Bool = true) {
    entities = Dictionary(schema.storedEntities.map { ($0.name, $0) }) { first, _ in first }
    self.mapping = mapping
    self.ordersTextByScalars = ordersTextByScalars
  }

  /// What SQL takes over of a request whose predicate is taken apart into `conjuncts`.
  public func offer(
    _ request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    var offer = Pushdown(
      conjuncts: conjuncts.map { answer($0, of: request.entity, moment) }
    )
    let sorted = StoreQuery(entity: request.entity, sort: request.sort, moment: moment)
    offer.sort = select(sorted, columns: { [$0.rowNumber] }) != nil
    offer.limit = offer.sort && offer.conjuncts.allSatisfy { $0 == .exact }
    return offer
  }

  private func answer(
    _ conjunct: TypedExpression,
    of entity: String,
    _ moment: EvaluationContext
  ) -> Pushdown.Answer {
    if conjunct.extent.height > Self.mostLevels { return .unsupported }
    var writer = QueryWriter(self, moment: moment)
    let query = StoreQuery(entity: entity, conditions: [conjunct], moment: moment)
    do throws(Untranslatable) {
      _ = try writer.select(query) { [$0.rowNumber] }
      return writer.isExact ? .exact : .inexact
    } catch {
      return .unsupported
    }
  }

  /// The SELECT of the records of `query` in its order, a line for each clause; nil where it cannot be
  /// said in SQL.
  public func select(
    _ query: StoreQuery,
    columns: (SQLTable) -> [SQLFragment]
  ) -> SQLFragment? {
    var writer = QueryWriter(self, moment: query.moment)
    do throws(Untranslatable) {
      return try writer.select(query, separator: "\n", columns: columns)
    } catch {
      return nil
    }
  }

  /// The SELECT of the groups of `query`; nil where it cannot be said in SQL.
  public func groups(_ query: StoreQuery) -> SQLGroups? {
    guard let grouping = query.grouping else { return nil }
    var writer = QueryWriter(self, moment: query.moment)
    do throws(Untranslatable) {
      let (sql, forms) = try writer.groups(query, grouping)
      let types = grouping.keys.map(\.type) + grouping.aggregates.map(\.type)
      return SQLGroups(sql: sql, columns: zip(forms, types).map { ($0.codec, $1) })
    } catch {
      return nil
    }
  }

  /// The SELECT of the number of records of `query`; nil where it cannot be said in SQL.
  public func count(_ query: StoreQuery) -> SQLFragment? {
    var writer = QueryWriter(self, moment: query.moment)
    let isCut = query.limit != nil || query.offset > 0
    do throws(Untranslatable) {
      let counted = try writer.select(query, isOrdered: false, separator: "\n") { _ in
        [SQLFragment(isCut ? "1" : "count(*)")]
      }
      return isCut ? "SELECT count(*) FROM (" + counted + ")" : counted
    } catch {
      return nil
    }
  }
}

/// The SELECT of groups.
public struct SQLGroups: Sendable {
  /// The statement.
  public let sql: SQLFragment
  /// How each column is read: the keys, then the aggregates; without a codec it holds row numbers.
  public let columns: [(codec: ColumnCodec?, type: ValueType)]
}
