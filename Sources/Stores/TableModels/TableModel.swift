package import Model
package import SQLGeneration

/// The tables of another program, seen as models.
package struct TableModel: Sendable {
  package let schema: Schema
  /// The mapping of the entities.
  package let mapping: PhysicalMapping
  /// What could not be read, or was renamed.
  package let notes: [String]

  /// Tables and views become entities, foreign keys become relationships with inverses, and join
  /// tables become many-to-many relationships.
  ///
  /// - Parameters:
  ///   - types: The enums that columns have.
  ///   - distinguishesCase: Whether names of the database may differ in case only.
  package init(
    _ tables: [CatalogueTable],
    types: [DeclaredType] = [],
    distinguishesCase: Bool = false
  ) {
    var resolver = ForeignKeyResolver(tables)
    var keys = resolver.resolved()
    let referredTo = Set(keys.joined().map(\.destination))
    var joins: [Int: JoinTable] = [:]
    for place in tables.indices {
      joins[place] = JoinTable(
        tables[place],
        keys[place],
        isReferredTo: referredTo.contains(place)
      )
      if joins[place] != nil { keys[place] = [] }
    }
    let kept = tables.indices.filter { joins[$0] == nil }
    let names = EntityNames.names(
      of: kept.map { tables[$0].name },
      distinguishesCase: distinguishesCase
    )
    let entities = PlainEntities(
      tables: tables,
      names: Dictionary(zip(kept, names), uniquingKeysWith: { first, _ in first }),
      members: MemberNames(
        tables,
        keys: keys,
        joins: tables.indices.compactMap { joins[$0] },
        distinguishesCase: distinguishesCase
      )
    )
    schema = Schema(entities: kept.map(entities.entity), types: types)
    mapping = PhysicalMapping(
      entities: Dictionary(
        zip(names, kept.map(entities.mapping)),
        uniquingKeysWith: { first, _ in first }
      )
    )
    notes = resolver.notes + Self.renamed(kept.map { tables[$0] }, names)
  }

  private static func renamed(_ tables: [CatalogueTable], _ names: [String]) -> [String] {
    zip(tables, names).filter { $0.name != $1 }.map { table, name in
      "the \(table.kind == .view ? "view" : "table") `\(table.name)` is named \(name) here"
    }
  }
}
