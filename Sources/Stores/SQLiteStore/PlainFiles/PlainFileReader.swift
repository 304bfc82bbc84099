public import GRDB
public import Model
public import SQLGeneration

/// A SQLite file of another program, seen as typed models.
public struct PlainFile: Sendable {
  /// The tables and views as entities.
  public let schema: Schema
  /// Where they lie.
  public let mapping: PhysicalMapping
  /// What could not be read or has another name here, for who opens the file.
  public let notes: [String]
}

/// Reads what the catalogue of a SQLite file says as a schema, in a time that depends on the catalogue
/// alone; views, about whose computed columns it says nothing, are looked at for a bounded time.
///
/// Tables and views become entities, foreign keys relationships with inverses, tables that only join
/// two others relationships from many to many.
public struct PlainFileReader {
  private let db: Database

  /// Makes a reader of the main database of a connection.
  public init(_ db: Database) {
    self.db = db
  }

  /// Reads the catalogue. What is broken in it is left out and noted; only where SQLite cannot read the
  /// catalogue at all an error is thrown.
  public func read() throws -> PlainFile {
    var catalogue = CatalogueReader(db)
    let tables = ViewColumnTypes(db).typed(try catalogue.tables())
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
      names: Dictionary(zip(kept, names), uniquingKeysWith: { first, _ in first }),
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
          zip(names, kept.map(entities.mapping)),
          uniquingKeysWith: { first, _ in first }
        )
      ),
      notes: catalogue.notes + resolver.notes + renamed(kept.map { tables[$0] }, names)
    )
  }

  private func renamed(_ tables: [CatalogueTable], _ names: [String]) -> [String] {
    zip(tables, names).filter { $0.name != $1 }.map { table, name in
      "the \(table.kind == .view ? "view" : "table") `\(table.name)` is called \(name) here"
    }
  }
}
