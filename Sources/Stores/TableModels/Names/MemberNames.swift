/// Names the members of all tables. Those of one table differ by more than case, unless the
/// database has columns whose names do not.
///
/// Columns keep their names if those are words of the language. A relationship is named after its
/// column (`album` for `AlbumId`); if that name is taken, or is the column's own, it replaces the
/// column. The inverse is named after the table in the plural, and if that is ambiguous, after the
/// relationship, too: `messagesBySender`.
struct MemberNames {
  /// The name of each column by table and column.
  private var columns: [[ExactName: String]] = []
  /// The relationships of each table in declared order.
  private(set) var relationships: [[RelationshipPlan]] = []
  /// The relationships that reference each table.
  private(set) var referring: [[RelationshipPlan]] = []
  /// The relationships of join tables.
  private(set) var joins: [JoinPlan] = []

  private let tables: [CatalogueTable]
  private let distinguishesCase: Bool
  private var taken: [DistinctNames]

  /// Names the members of `tables`; `keys` are the foreign keys of those that are entities.
  init(
    _ tables: [CatalogueTable],
    keys: [[ResolvedForeignKey]],
    joins: [JoinTable],
    distinguishesCase: Bool
  ) {
    (self.tables, self.distinguishesCase) = (tables, distinguishesCase)
    taken = Array(
      repeating: DistinctNames(distinguishesCase: distinguishesCase),
      count: tables.count
    )
    nameColumns()
    relationships = tables.indices.map { place in keys[place].map { plan($0, of: place) } }
    nameInverses()
    referring = Array(repeating: [], count: tables.count)
    for plan in relationships.joined() { referring[plan.key.destination].append(plan) }
    self.joins = joins.map { JoinPlan(table: $0) }
    nameJoins()
  }

  /// The name of a column of the table at index `place`; nil if there is no such column.
  func name(ofColumn column: String, _ place: Int) -> String? { columns[place][ExactName(column)] }

  private mutating func nameColumns() {
    for (place, table) in tables.enumerated() {
      let words = table.columns.map { ($0.name, PlainName.word($0.name, fallback: "column")) }
      var names: [ExactName: String] = [:]
      // Valid names come first.
      for (column, word) in words where column == word && taken[place].claim(word) {
        names[ExactName(column)] = word
      }
      for (column, word) in words where names[ExactName(column)] == nil {
        names[ExactName(column)] = taken[place].claim(firstOf: [word])
      }
      columns.append(names)
    }
  }

  private mutating func plan(_ key: ResolvedForeignKey, of place: Int) -> RelationshipPlan {
    let destination = tables[key.destination].name
    guard key.columns.count == 1, let column = key.columns.first,
      let own = name(ofColumn: column, place)
    else {
      let name = taken[place].claim(firstOf: [RelationshipName.one(of: destination)])
      return RelationshipPlan(key: key, name: name, keyName: nil)
    }
    let isKey = (tables[place].column(column)?.keyPlace ?? 0) > 0
    let wanted =
      RelationshipName.toOne(column: column, table: destination)
      ?? (isKey ? RelationshipName.one(of: destination) : nil)
    guard let wanted, wanted != own else {
      return RelationshipPlan(key: key, name: own, keyName: nil)
    }
    if wanted.lowercased() == own.lowercased() {
      // Another column may have the name.
      let isFree = !distinguishesCase || taken[place].claim(wanted)
      return RelationshipPlan(key: key, name: isFree ? wanted : own, keyName: nil)
    }
    return taken[place].claim(wanted)
      ? RelationshipPlan(key: key, name: wanted, keyName: own)
      : RelationshipPlan(key: key, name: own, keyName: nil)
  }

  private mutating func nameInverses() {
    for owner in tables.indices {
      let table = tables[owner].name
      for place in relationships[owner].indices {
        let plan = relationships[owner][place]
        let rivals = relationships[owner].filter { $0.key.destination == plan.key.destination }
        let plain =
          plan.key.isOneToOne ? RelationshipName.one(of: table) : RelationshipName.many(of: table)
        let qualified = RelationshipName.qualified(plain, by: plan.name)
        let isPlain =
          rivals.count == 1
          || plan.name == RelationshipName.one(of: tables[plan.key.destination].name)
        relationships[owner][place].inverse = taken[plan.key.destination].claim(
          firstOf: isPlain ? [plain, qualified] : [qualified]
        )
      }
    }
  }

  private mutating func nameJoins() {
    for place in joins.indices {
      let (first, second) = joins[place].table.keys
      joins[place].first = members(of: second, from: first.destination, joins[place].table)
      joins[place].second = members(of: first, from: second.destination, joins[place].table)
    }
  }

  private mutating func members(
    of key: ResolvedForeignKey,
    from owner: Int,
    _ join: JoinTable
  ) -> String {
    let plain = RelationshipName.members(
      column: key.columns.first ?? "",
      table: tables[key.destination].name
    )
    let other = PlainName.lowerCamel(PlainName.word(join.name, fallback: "join"))
    return taken[owner].claim(firstOf: [plain, RelationshipName.qualified(plain, by: other)])
  }
}
