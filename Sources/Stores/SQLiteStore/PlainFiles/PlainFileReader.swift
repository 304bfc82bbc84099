import GRDB
import Model
import SQLGeneration

/// A SQLite file of another program, seen as models.
struct PlainFile: Sendable {
  let schema: Schema
  /// The mapping of the entities.
  let mapping: PhysicalMapping
  /// What could not be read, or was renamed.
  let notes: [String]
}

/// Reads the catalogue of a SQLite file. The time depends only on the catalogue, except for views,
/// whose rows are sampled for a limited time to find the types of computed columns.
///
/// Tables and views become entities, foreign keys become relationships with inverses, and join
/// tables become many-to-many relationships.
struct PlainFileReader {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Reads the catalogue. Broken parts are omitted and noted; throws only if SQLite cannot read the
  /// catalogue at all.
  func read() throws -> PlainFile {
    var catalogue = CatalogueReader(db: db)
    let tables = ViewColumnTypes(db: db).typed(try catalogue.tables())
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
    let names = EntityNames.names(of: kept.map { tables[$0].name })
    let entities = PlainEntities(
      tables: tables,
      names: Dictionary(keepingFirst: zip(kept, names)),
      members: MemberNames(
        tables,
        keys: keys,
        joins: tables.indices.compactMap { joins[$0] }
      )
    )
    return PlainFile(
      schema: Schema(entities: kept.map(entities.entity)),
      mapping: PhysicalMapping(
        entities: Dictionary(
          keepingFirst: zip(names, kept.map(entities.mapping))
        )
      ),
      notes: catalogue.notes + resolver.notes + renamed(kept.map { tables[$0] }, names)
    )
  }

  private func renamed(_ tables: [CatalogueTable], _ names: [String]) -> [String] {
    zip(tables, names).filter { $0.name != $1 }.map { table, name in
      "the \(table.kind == .view ? "view" : "table") `\(table.name)` is named \(name) here"
    }
  }
}
